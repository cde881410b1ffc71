import "../error/require-node.ts";

export { type DescribeStoreOptions, describeStore, type StoreSuite } from "./describe-store.ts";
export type { ModelOptions } from "./model/describe-model.ts";
export {
	type Script,
	type ScriptedAnswer,
	type ScriptedCall,
	type ScriptedModel,
	type ScriptedModelOptions,
	type ScriptedToolCall,
	type ScriptedTurn,
	scriptedModel,
} from "./scripted-model.ts";
export type { OpenStore, StoreUnderTest } from "./store-under-test.ts";
export {
	describeVectorIndex,
	type OpenVectorIndex,
	type VectorIndexUnderTest,
} from "./vector-index/describe-vector-index.ts";
