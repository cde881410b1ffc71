/*
 * How two statements of long-term memory relate to each other, determined from their words alone:
 *
 *   text ─ split-pieces ─ read-items ─ rewrite-phrases ─ read-tokens ─▶ Statement
 *   two Statements ─ match-tokens ─ check-structure ─▶ same
 *                  ─ compare-frames, find-contradiction, find-exclusion ─▶ contradicts
 *
 * The words are in `lexicon/`. The pairs that measure the comparison are in bench/data/fact-pairs.
 */
export { chooseWording, type Worded } from "./choose-wording.ts";
export { compareRead, compareStatements } from "./compare-statements.ts";
export type { Comparison, Relation } from "./comparison.ts";
export { readStatement } from "./read-statement.ts";
export type { Statement } from "./statement.ts";
