/** How often what may change by itself is asked for, in milliseconds; never while nobody looks. */
export const EVERY = 5_000;
