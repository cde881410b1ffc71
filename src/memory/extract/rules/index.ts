export { rulesExtractor } from "./rules-extractor.ts";
