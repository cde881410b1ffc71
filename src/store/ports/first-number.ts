import { randomInt } from "node:crypto";

/**
 * The first value of tokens and revisions. Random, so that something that was removed and created again is
 * not mistaken for the old one by a process that remembers its number.
 */
export const firstNumber = (): number => randomInt(2 ** 47);
