import { receipt } from "../../../wire/receipt.ts";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { amount, listed } from "../../print/amount.ts";
import { printReceipt } from "../../print/receipt.ts";
import { UsageError } from "../../usage-error.ts";
import { whileWorking } from "../../while-working.ts";
import { erase } from "./spec.ts";

export const eraseEverything = answers(erase, {
	answer: receipt,
	async run(call) {
		if (!call.options.everything)
			throw new UsageError(
				"upkeep erase deletes all data of the tenant; add --everything to confirm, or use `holdfast memory rm`",
			);
		const hf = await call.open();
		const target = await call.target();
		const agents = await hf.overview();
		const sum = (pick: (one: (typeof agents)[number]) => number): number =>
			agents.reduce((total, one) => total + pick(one), 0);
		const size = listed([
			amount(agents.length, "agent"),
			amount(
				sum(({ sessions }) => sessions),
				"session",
			),
			amount(
				sum(({ messages }) => messages),
				"message",
			),
			amount(
				sum(({ facts }) => facts),
				"fact",
			),
		]);
		// A key or a configuration may select a tenant that the command line does not name.
		const isPlain = !("url" in target) && target.config === undefined;
		const type = target.tenant ?? (isPlain ? "default" : "everything");
		await call.confirm(`Permanently delete all data on ${describeTarget(target)}: ${size}, and all users?`, {
			type,
		});
		const stopped = "Stopped: some data may be deleted already. The same command continues.";
		return whileWorking(call, "Deleting", () => hf.erase({ everything: true }), stopped);
	},
	show: (done, { out }) => printReceipt(out, done),
	failed: ({ complete }) => !complete,
});
