/** A list written as words between spaces and line breaks, which keeps a lexicon readable. */
export const words = (list: string): string[] => list.trim().split(/\s+/);

/** The same as a set. */
export const wordSet = (list: string): ReadonlySet<string> => new Set(words(list));
