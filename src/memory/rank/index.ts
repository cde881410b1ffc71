export type { ScoreParts } from "../../session/index.ts";
export { type Query, type QueryOptions, readQuery } from "./query.ts";
export { type FactHit, type RankFactsOptions, rankFacts } from "./rank-facts.ts";
export { type MessageHit, type RankMessagesOptions, rankMessages } from "./rank-messages.ts";
export { usableMethod } from "./usable-method.ts";
export type { RankMethod } from "./weights.ts";
