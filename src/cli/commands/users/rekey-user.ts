import { rekeyedUser } from "../../../wire/cli/users.ts";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { amount } from "../../print/amount.ts";
import { green } from "../../screen/screen.ts";
import { rekey } from "./spec.ts";
import { countSessions } from "./what-user-has.ts";

export const rekeyUser = answers(rekey, {
	answer: rekeyedUser,
	async run({ args: { from, to }, options: { merge }, open, confirm, target }) {
		const hf = await open();
		const what = `all data of user ${from} (${amount(await countSessions(hf, from), "session")})`;
		const how = merge ? ", merged with its data," : "";
		await confirm(`Move ${what} to user ${to}${how} on ${describeTarget(await target())}?`);
		return hf.users.rekey(from, to, { onConflict: merge ? "merge" : "refuse" });
	},
	show: ({ sessions }, { out, args: { from, to } }) =>
		out.line(green("✓ "), `User ${from} is now ${to}; moved ${amount(sessions, "session")}.`),
});
