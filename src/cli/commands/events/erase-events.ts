import { receipt } from "../../../wire/receipt.ts";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { findSession, refOf } from "../../find-session.ts";
import { amount, listed } from "../../print/amount.ts";
import { printReceipt } from "../../print/receipt.ts";
import { UsageError } from "../../usage-error.ts";
import { erase } from "./spec.ts";

function readOffset(text: string): number {
	if (/^\d{1,10}$/.test(text)) return Number(text);
	throw new UsageError(`offsets: must be whole numbers, as \`holdfast events ls\` shows them; got "${text}"`);
}

export const eraseEvents = answers(erase, {
	answer: receipt,
	async run({ args, options, open, target, confirm }) {
		const offsets = [...new Set(args.offsets.map(readOffset))];
		const hf = await open();
		const { agentId, userId, sessionId } = await findSession(hf, args.session, options);
		const whose = userId === undefined ? "" : `, user ${userId}`;
		const facts = options.forget ? " Facts that have no other source are deleted too." : "";
		const what = `${amount(offsets.length, "event")} (${listed(offsets.slice(0, 20).map(String))}${offsets.length > 20 ? ", …" : ""})`;
		await confirm(
			`Permanently erase ${what} of session ${sessionId} (agent ${agentId}${whose}) on ${describeTarget(await target())}?${facts}`,
		);
		const session = hf.session(refOf({ agentId, userId, sessionId }));
		return session.erase(offsets, { forget: options.forget });
	},
	show: (done, { out }) => printReceipt(out, done),
	failed: ({ complete }) => !complete,
});
