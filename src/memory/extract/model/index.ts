export {
	type Judgement,
	judgeStatement,
	type KnownStatement,
	MOST_KNOWN,
	RELATIONS,
	type Relation,
} from "./judge.ts";
export { type ModelExtractorOptions, modelExtractor } from "./model-extractor.ts";
export { type StructuredModel, type StructuredRequest, structuredModel } from "./structured-model.ts";
