import { z } from "zod";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { amount } from "../../print/amount.ts";
import { green } from "../../screen/screen.ts";
import { rekey } from "./spec.ts";
import { countSessions } from "./what-user-has.ts";

export const rekeyUser = answers(rekey, {
	answer: z.object({ sessions: z.int().min(0) }).meta({ description: "How many sessions moved" }),
	async run({ args: { from, to }, options: { merge }, open, confirm, target }) {
		const hf = await open();
		const what = `everything of ${from} (${amount(await countSessions(hf, from), "session")})`;
		const how = merge ? ", together with what is there" : "";
		await confirm(`Move ${what} to ${to}${how}, on ${describeTarget(await target())}?`);
		return hf.users.rekey(from, to, { onConflict: merge ? "merge" : "refuse" });
	},
	show: ({ sessions }, { out, args: { from, to } }) =>
		out.line(green("✓ "), `${from} is ${to} now; ${amount(sessions, "session")} moved`),
});
