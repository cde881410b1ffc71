/** The refresh interval, in milliseconds. Hidden tabs do not refresh. */
export const EVERY = 5_000;
