import { describe } from "vitest";
import type { Backend } from "../api/world.ts";
import { describeChanging } from "./changing.suite.ts";
import { describeClosing } from "./closing.suite.ts";
import { describeConsolidating } from "./consolidating.suite.ts";
import { describeEmbedding } from "./embedding.suite.ts";
import { describeErasing } from "./erasing.suite.ts";
import { describeExcerpts } from "./excerpts.suite.ts";
import { describeExtracting } from "./extracting.suite.ts";
import { describeFailing } from "./failing.suite.ts";
import { describeLiving } from "./living.suite.ts";
import { describeRebuilding } from "./rebuilding.suite.ts";
import { describeRecalling } from "./recalling.suite.ts";
import { describeReconciling } from "./reconciling.suite.ts";
import { describeScopes } from "./scopes.suite.ts";
import { describeSearching } from "./searching.suite.ts";
import { describeSpaces } from "./spaces.suite.ts";
import { describeStorms } from "./storms.suite.ts";
import { describeTime } from "./time.suite.ts";
import { describeWriting } from "./writing.suite.ts";

/** What the long-term memory promises, on any store. */
export function describeMemory(backend: Backend): void {
	describe(backend.name, () => {
		describeWriting(backend);
		describeStorms(backend);
		describeChanging(backend);
		describeScopes(backend);
		describeSpaces(backend);
		describeSearching(backend);
		describeEmbedding(backend);
		describeRecalling(backend);
		describeExcerpts(backend);
		describeTime(backend);
		describeConsolidating(backend);
		describeReconciling(backend);
		describeExtracting(backend);
		describeLiving(backend);
		describeFailing(backend);
		describeRebuilding(backend);
		describeErasing(backend);
		describeClosing(backend);
	});
}
