export type { EmbeddingModel } from "./call-embedding-model.ts";
export type { Embedder, Neighbour, StaticEmbedder } from "./embedder.ts";
export { loadBuiltinEmbedder } from "./load-builtin.ts";
export {
	createEmbedderResolver,
	type EmbedderChoice,
	type ResolveEmbedder,
	resolveEmbedder,
} from "./resolve-embedder.ts";
