export {
	type Compared,
	EXTRACTION_KINDS,
	type Extraction,
	type ExtractionCost,
	type ExtractionKind,
	type ExtractOptions,
	type Extractor,
	isPerson,
	type Line,
} from "./extraction.ts";
export * from "./model/index.ts";
export { rulesExtractor } from "./rules/index.ts";
