/**
 * A caller that has read nothing for this long, in milliseconds, is disconnected, because its data is held in
 * memory. It may reconnect; streams continue after the last event it has seen.
 */
export const STALLED_MS = 60_000;
