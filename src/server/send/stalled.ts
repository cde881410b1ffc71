/**
 * Who has taken nothing of an answer for so long, in milliseconds, is let go: what is meant for them is held in memory. They
 * may come again; of a stream they read on behind the last they have seen.
 */
export const STALLED_MS = 60_000;
