import { randomInt } from "node:crypto";

/**
 * Where tokens and revisions begin. Random: what was removed and made again must not be mistaken for what it was, by
 * somebody who still remembers its number.
 */
export const firstNumber = (): number => randomInt(2 ** 47);
