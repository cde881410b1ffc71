import { describe } from "vitest";
import type { Backend } from "../api/world.ts";
import { describeBusy } from "./busy.suite.ts";
import { describeConfiguredMemory } from "./configured-memory.suite.ts";
import { describeDeadRuns } from "./dead-runs.suite.ts";
import { describeDerivedSessions } from "./derived-sessions.suite.ts";
import { describeEdges } from "./edges.suite.ts";
import { describeFailures } from "./failures.suite.ts";
import { describeInputs } from "./inputs.suite.ts";
import { describeLiveTraces } from "./live-traces.suite.ts";
import { describeManual } from "./manual.suite.ts";
import { describeMemoryOfRuns } from "./memory-of-runs.suite.ts";
import { describeMemoryTools } from "./memory-tools.suite.ts";
import { describePictures } from "./pictures.suite.ts";
import { describeRepliesAndSteps } from "./replies-and-steps.suite.ts";
import { describeRoutines } from "./routines.suite.ts";
import { describeRuns } from "./runs.suite.ts";
import { describeSnapshots } from "./snapshots.suite.ts";
import { describeStreams } from "./streams.suite.ts";
import { describeSubAgents } from "./sub-agents.suite.ts";
import { describeSummaries } from "./summaries.suite.ts";
import { describeTools } from "./tools.suite.ts";
import { describeTriggers } from "./triggers.suite.ts";

/** What runs of agents promise, on any store. */
export function describeTurns(backend: Backend): void {
	describe(backend.name, () => {
		describeFailures(backend);
		describeBusy(backend);
		describeDeadRuns(backend);
		describeSnapshots(backend);
		describeTools(backend);
		describeRepliesAndSteps(backend);
		describeManual(backend);
		describeRoutines(backend);
		describeSubAgents(backend);
		describeMemoryOfRuns(backend);
		describeConfiguredMemory(backend);
		describeMemoryTools(backend);
		describeSummaries(backend);
		describeInputs(backend);
		describePictures(backend);
		describeStreams(backend);
		describeRuns(backend);
		describeLiveTraces(backend);
		describeDerivedSessions(backend);
		describeEdges(backend);
		describeTriggers(backend);
	});
}
