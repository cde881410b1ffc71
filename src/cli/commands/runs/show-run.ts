import type { Run } from "../../../turn/index.ts";
import { run } from "../../../wire/run.ts";
import { answers } from "../../command.ts";
import { contentText } from "../../print/event-text.ts";
import { printTitled } from "../../print/titled-text.ts";
import { tookBetween } from "../../print/took.ts";
import { ago } from "../../screen/ago.ts";
import { bold, type Screen } from "../../screen/screen.ts";
import { printFields } from "../../screen/table.ts";
import { findRun } from "./find-run.ts";
import { show } from "./spec.ts";

export const showRun = answers(show, {
	answer: run,
	run: async ({ args, options, open }) => findRun(await open(), args.run, options),
	show: (found, { out }) => printRun(out, found),
});

/** Prints a run as text. */
export function printRun(out: Screen, found: Run): void {
	const { usage, error, input } = found;
	out.line(bold(found.id));
	printFields(out, [
		["status", found.mode === "manual" ? `${found.status}; a human had taken over` : found.status],
		["agent", found.agentId],
		["user", found.userId],
		["session", found.sessionId],
		["model", found.model],
		["started", `${found.createdAt} (${ago(found.createdAt)})`],
		["duration", tookBetween(found.startedAt, found.endedAt)],
		["tokens", usage && `${usage.inputTokens} in, ${usage.outputTokens} out`],
		["parent run", found.parentRunId],
		["error", error && `${error.code}: ${error.message}`],
	]);
	printTitled(out, "INPUT", input === undefined ? undefined : contentText(input));
	printTitled(out, "OUTPUT", found.output);
}
