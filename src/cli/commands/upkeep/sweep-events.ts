import { z } from "zod";
import type { About } from "../../../about.ts";
import type { RetentionDays } from "../../../session/index.ts";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { amount } from "../../print/amount.ts";
import { green } from "../../screen/screen.ts";
import { whileWorking } from "../../while-working.ts";
import { sweep } from "./spec.ts";

const count = z.int().min(0);

/** What goes, in one sentence. How many events that are, only the sweep itself finds out: it reads every log. */
function describeRule(retention: About["retention"]): string {
	if (!retention) return "Delete the events that are older than the retention allows for good";
	const rule = (days: RetentionDays): string =>
		days === "forever" ? "kept forever" : `deleted after ${amount(days, "day")}`;
	const own = Object.entries(retention.agents).map(([agent, days]) => `, those of ${agent} ${rule(days)}`);
	return `Delete old events for good: events are ${rule(retention.events)}${own.join("")}`;
}

export const sweepEvents = answers(sweep, {
	answer: z.object({
		sessions: count.meta({ description: "Sessions that lost events" }),
		events: count,
		unread: count.meta({
			description: "Sessions that keep old events until consolidation has read them; they are queued",
		}),
		runs: count.meta({ description: "Runs whose process died, and that are closed now" }),
	}),
	async run(call) {
		const hf = await call.open();
		if (!call.globals.yes) {
			const where = describeTarget(await call.target());
			await call.confirm(`${describeRule((await hf.about()).retention)}, on ${where}?`);
		}
		return whileWorking(call, "Sweeping", () => hf.sweep(), "Stopped. The same command goes on.");
	},
	show({ sessions, events, unread, runs }, { out }) {
		const closed = runs > 0 ? `, and closed ${amount(runs, "run")} whose process died` : "";
		out.line(green("✓ "), `Removed ${amount(events, "event")} of ${amount(sessions, "session")}${closed}.`);
		if (unread > 0)
			out.line(
				`${amount(unread, "session")} will lose old events later: consolidation has to read them first, and is queued.`,
			);
	},
});
