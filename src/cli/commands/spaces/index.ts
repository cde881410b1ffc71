import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const spaces: readonly Command[] = [
	bind(spec.ls, async () => (await import("./list-spaces.ts")).listSpaces),
	bind(spec.rm, async () => (await import("./remove-space.ts")).removeSpace),
];
