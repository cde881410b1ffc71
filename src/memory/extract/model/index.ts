export { freshCost, type ModelExtractorOptions, modelExtractor } from "./model-extractor.ts";
export {
	type StructuredAnswer,
	type StructuredModel,
	type StructuredRequest,
	structuredModel,
} from "./structured-model.ts";
