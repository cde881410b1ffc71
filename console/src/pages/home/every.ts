/** How often what is live on this page is asked for, in milliseconds; never while nobody looks. */
export const EVERY = 3_000;
