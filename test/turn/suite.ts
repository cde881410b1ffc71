import { describe } from "vitest";
import type { Backend } from "../api/world.ts";
import { describeBusy } from "./busy.ts";
import { describeConfiguredMemory } from "./configured-memory.ts";
import { describeDeadRuns } from "./dead-runs.ts";
import { describeDerivedSessions } from "./derived-sessions.ts";
import { describeEdges } from "./edges.ts";
import { describeFailures } from "./failures.ts";
import { describeInputs } from "./inputs.ts";
import { describeLiveTraces } from "./live-traces.ts";
import { describeManual } from "./manual.ts";
import { describeMemoryOfRuns } from "./memory-of-runs.ts";
import { describeMemoryTools } from "./memory-tools.ts";
import { describePictures } from "./pictures.ts";
import { describeRepliesAndSteps } from "./replies-and-steps.ts";
import { describeRoutines } from "./routines.ts";
import { describeRuns } from "./runs.ts";
import { describeSnapshots } from "./snapshots.ts";
import { describeStreams } from "./streams.ts";
import { describeSubAgents } from "./sub-agents.ts";
import { describeSummaries } from "./summaries.ts";
import { describeTools } from "./tools.ts";
import { describeTriggers } from "./triggers.ts";

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
