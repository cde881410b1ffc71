export type { ScoreParts } from "../../session/index.ts";
export { CANDIDATES, candidatesWithoutVectors, factSpans } from "./fact-candidates.ts";
export { type Query, type QueryOptions, readQuery } from "./query.ts";
export { type FactHit, type RankFactsOptions, rankFacts, type WholeScope } from "./rank-facts.ts";
export { type MessageHit, type RankMessagesOptions, rankMessages } from "./rank-messages.ts";
export { usableMethod } from "./usable-method.ts";
export { MOST_TERMS, type WeighedTerm, weighTerms } from "./weigh-terms.ts";
export type { RankMethod } from "./weights.ts";
