import type { About } from "../../../about.ts";
import type { RetentionDays } from "../../../session/index.ts";
import { swept } from "../../../wire/cli/upkeep.ts";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { amount } from "../../print/amount.ts";
import { green } from "../../screen/screen.ts";
import { whileWorking } from "../../while-working.ts";
import { sweep } from "./spec.ts";

/** What the sweep deletes. The number of events is known only after the sweep, which reads every log. */
function describeRule(retention: About["retention"]): string {
	if (!retention) return "Permanently delete events past their retention";
	const rule = (days: RetentionDays): string =>
		days === "forever" ? "kept forever" : `deleted after ${amount(days, "day")}`;
	const own = Object.entries(retention.agents).map(([agent, days]) => `, those of ${agent} ${rule(days)}`);
	return `Permanently delete old events: events are ${rule(retention.events)}${own.join("")}`;
}

export const sweepEvents = answers(sweep, {
	answer: swept,
	async run(call) {
		const hf = await call.open();
		if (!call.globals.yes) {
			const where = describeTarget(await call.target());
			await call.confirm(`${describeRule((await hf.about()).retention)}, on ${where}?`);
		}
		return whileWorking(call, "Sweeping", () => hf.sweep(), "Stopped. The same command continues.");
	},
	show({ sessions, events, unread, runs }, { out }) {
		const closed = runs > 0 ? `, and closed ${amount(runs, "run")} whose process died` : "";
		out.line(green("✓ "), `Deleted ${amount(events, "event")} of ${amount(sessions, "session")}${closed}.`);
		if (unread > 0)
			out.line(
				`Old events of ${amount(unread, "session")} are deleted later, after consolidation, which is queued, has read them.`,
			);
	},
});
