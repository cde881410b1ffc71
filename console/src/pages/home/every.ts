/** The refresh interval of this page, in milliseconds. Hidden tabs do not refresh. */
export const EVERY = 3_000;
