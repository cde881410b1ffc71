import { describe } from "vitest";
import type { Backend } from "../api/world.ts";
import { describeWriting } from "./writing.ts";

/** What the long-term memory promises, on any store. */
export function describeMemory(backend: Backend): void {
	describe(backend.name, () => {
		describeWriting(backend);
	});
}
