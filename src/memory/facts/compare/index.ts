/*
 * How two statements of long-term memory stand to each other, told from their words alone:
 *
 *   text ─ split-pieces ─ read-items ─ rewrite-phrases ─ read-tokens ─▶ Statement
 *   two Statements ─ match-tokens ─ check-structure ─▶ same
 *                  ─ compare-frames, find-contradiction, find-exclusion ─▶ contradicts
 *
 * `lexicon/` holds the words; bench/data/fact-pairs holds the pairs that measure it.
 */
export { chooseWording, type Worded } from "./choose-wording.ts";
export { compareRead, compareStatements } from "./compare-statements.ts";
export type { Comparison, Relation } from "./comparison.ts";
export { readStatement } from "./read-statement.ts";
export type { Statement } from "./statement.ts";
