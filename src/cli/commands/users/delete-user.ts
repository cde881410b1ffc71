import { receipt } from "../../../wire/receipt.ts";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { amount } from "../../print/amount.ts";
import { printReceipt } from "../../print/receipt.ts";
import { rm } from "./spec.ts";
import { countSessions, factsOf } from "./what-user-has.ts";

export const deleteUser = answers(rm, {
	answer: receipt,
	async run({ args, open, confirm, target, globals }) {
		const hf = await open();
		if (!globals.yes) {
			const sessions = amount(await countSessions(hf, args.user), "session");
			const facts = amount((await factsOf(hf, args.user)).length, "fact");
			const where = describeTarget(await target());
			await confirm(
				`Permanently delete user ${args.user} and all their data (${sessions}, ${facts}) on ${where}?`,
			);
		}
		return hf.users.delete(args.user);
	},
	show: (done, { out }) => printReceipt(out, done),
	failed: ({ complete }) => !complete,
});
