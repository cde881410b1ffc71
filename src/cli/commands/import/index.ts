import { bind, type Command } from "../../command.ts";
import { importSpec } from "./spec.ts";

export const importCommand: readonly Command[] = [
	bind(importSpec, async () => (await import("./import-sessions.ts")).importSessions),
];
