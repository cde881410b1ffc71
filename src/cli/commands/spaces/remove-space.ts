import { HoldfastError } from "../../../error/index.ts";
import { receipt } from "../../../wire/receipt.ts";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { everyItem } from "../../every-item.ts";
import { amount } from "../../print/amount.ts";
import { printReceipt } from "../../print/receipt.ts";
import { rm } from "./spec.ts";

export const removeSpace = answers(rm, {
	answer: receipt,
	async run({ args, open, target, confirm }) {
		const { spaces } = await open();
		const found = (await everyItem(spaces.list)).find(({ name }) => name === args.name);
		if (!found)
			throw new HoldfastError(
				"not_found",
				`space "${args.name}" has no facts; \`holdfast spaces ls\` lists the spaces that have`,
				{ space: args.name },
			);
		const where = describeTarget(await target());
		await confirm(
			`Permanently delete all ${amount(found.facts, "fact")} of space ${found.name} on ${where}?`,
		);
		return spaces.delete(args.name);
	},
	show: (done, { out }) => printReceipt(out, done),
	failed: ({ complete }) => !complete,
});
