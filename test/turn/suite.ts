import { describe } from "vitest";
import type { Backend } from "../api/world.ts";
import { describeFailures } from "./failures.ts";

/** What runs of agents promise, on any store. */
export function describeTurns(backend: Backend): void {
	describe(backend.name, () => {
		describeFailures(backend);
	});
}
