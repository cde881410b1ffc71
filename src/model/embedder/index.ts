export type { Embedder, Neighbour, StaticEmbedder } from "./embedder.ts";
export { loadBuiltinEmbedder } from "./load-builtin.ts";
