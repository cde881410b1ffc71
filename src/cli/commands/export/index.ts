import { bind, type Command } from "../../command.ts";
import { exportSpec } from "./spec.ts";

export const exportCommand: readonly Command[] = [
	bind(exportSpec, async () => (await import("./export-sessions.ts")).exportSessions),
];
