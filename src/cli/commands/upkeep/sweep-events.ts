import { z } from "zod";
import { answers } from "../../command.ts";
import { amount } from "../../print/amount.ts";
import { green } from "../../screen/screen.ts";
import { whileWorking } from "../../while-working.ts";
import { sweep } from "./spec.ts";

const count = z.int().min(0);

export const sweepEvents = answers(sweep, {
	answer: z.object({
		sessions: count.meta({ description: "Sessions that lost events" }),
		events: count,
		runs: count.meta({ description: "Runs whose process was gone, and that are closed now" }),
	}),
	async run(call) {
		const hf = await call.open();
		return whileWorking(call, "Sweeping", () => hf.sweep(), "Stopped. The same command goes on.");
	},
	show({ sessions, events, runs }, { out }) {
		const closed = runs > 0 ? `, and closed ${amount(runs, "run")} whose process was gone` : "";
		out.line(green("✓ "), `Removed ${amount(events, "event")} of ${amount(sessions, "session")}${closed}.`);
	},
});
