import { describe } from "vitest";
import type { Backend } from "../api/world.ts";
import { describeChanging } from "./changing.ts";
import { describeClosing } from "./closing.ts";
import { describeConsolidating } from "./consolidating.ts";
import { describeEmbedding } from "./embedding.ts";
import { describeErasing } from "./erasing.ts";
import { describeExcerpts } from "./excerpts.ts";
import { describeExtracting } from "./extracting.ts";
import { describeFailing } from "./failing.ts";
import { describeLiving } from "./living.ts";
import { describeRebuilding } from "./rebuilding.ts";
import { describeRecalling } from "./recalling.ts";
import { describeReconciling } from "./reconciling.ts";
import { describeScopes } from "./scopes.ts";
import { describeSearching } from "./searching.ts";
import { describeSpaces } from "./spaces.ts";
import { describeStorms } from "./storms.ts";
import { describeTime } from "./time.ts";
import { describeWriting } from "./writing.ts";

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
