import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

/** Completes all commands, its own too: they are known when it is called. */
export const completion = (commands: () => readonly Command[]): readonly Command[] => [
	bind(spec.completion, async () => (await import("./print-completion.ts")).printCompletion(commands())),
];
