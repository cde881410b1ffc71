import type { Session } from "../../../session/index.ts";
import { shownSession } from "../../../wire/cli/sessions.ts";
import { answers } from "../../command.ts";
import { findSession, refOf } from "../../find-session.ts";
import { printTitled } from "../../print/titled-text.ts";
import { tookBetween } from "../../print/took.ts";
import { printValues } from "../../print/values.ts";
import { ago } from "../../screen/ago.ts";
import { bold, type Screen } from "../../screen/screen.ts";
import { printFields } from "../../screen/table.ts";
import { standing } from "./list-sessions.ts";
import { show } from "./spec.ts";

export const showSession = answers(show, {
	answer: shownSession,
	async run({ args, options, open }) {
		const hf = await open();
		const found = await findSession(hf, args.session, options);
		const [state, lastRun] = await Promise.all([
			hf.session(refOf(found)).state.get(),
			// Not by the id of its last run, which may be deleted.
			hf.runs.list({ ...refOf(found), limit: 1 }),
		]);
		const [last] = lastRun.items;
		return { ...found, state, ...(last && { lastRun: last }) };
	},
	show({ state, lastRun, ...found }, { out }) {
		printSession(out, found);
		printValues(out, "STATE", state);
		printValues(out, "METADATA", found.metadata ?? {});
		if (!lastRun) return;
		const { id, status, createdAt, startedAt, endedAt, error, output } = lastRun;
		out.line("");
		printFields(out, [
			["last run", id],
			["status", `${status}${error ? `: ${error.message}` : ""}`],
			["started", ago(createdAt)],
			["duration", tookBetween(startedAt, endedAt)],
		]);
		printTitled(out, "LAST ANSWER", output);
	},
});

/** Prints the details of a session as text. */
export function printSession(out: Screen, found: Session): void {
	out.line(bold(found.sessionId));
	printFields(out, [
		["title", found.title],
		["agent", found.agentId],
		["user", found.userId],
		["status", standing(found)],
		["messages", found.messageCount],
		["events", `${found.eventCount}, next offset ${found.head}`],
		["created", `${found.createdAt} (${ago(found.createdAt)})`],
		["updated", `${found.updatedAt} (${ago(found.updatedAt)})`],
		["ended", found.endedAt],
		["uid", found.uid],
		["parent", found.parentUid],
	]);
}
