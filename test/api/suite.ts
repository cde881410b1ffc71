import { describe } from "vitest";
import { describeIdentity } from "./identity.ts";
import { describeSessionNames } from "./session-names.ts";
import type { Backend } from "./world.ts";

/** The behaviour of the public interface: the same for every way to run it. */
export function describeApi(backend: Backend): void {
	describe(backend.name, () => {
		describeIdentity(backend);
		describeSessionNames(backend);
	});
}
