import { describe } from "vitest";
import type { Backend } from "../api/world.ts";
import { describeBusy } from "./busy.ts";
import { describeDeadRuns } from "./dead-runs.ts";
import { describeFailures } from "./failures.ts";

/** What runs of agents promise, on any store. */
export function describeTurns(backend: Backend): void {
	describe(backend.name, () => {
		describeFailures(backend);
		describeBusy(backend);
		describeDeadRuns(backend);
	});
}
