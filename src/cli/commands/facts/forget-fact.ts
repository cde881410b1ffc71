import { receipt } from "../../../wire/receipt.ts";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { findFact } from "../../find-fact.ts";
import { describeOwner } from "../../print/facts.ts";
import { printReceipt } from "../../print/receipt.ts";
import { fitText } from "../../screen/fit-text.ts";
import { oneLine } from "../../screen/neutralise.ts";
import { forget } from "./spec.ts";

/** Maximum length of the text in the question. */
const QUOTED = 120;

export const forgetFact = answers(forget, {
	answer: receipt,
	async run({ args, options, open, target, confirm }) {
		const { fact, memory } = await findFact(await open(), args.id, options.agent);
		const text = fitText(oneLine(fact.content), QUOTED);
		const where = describeTarget(await target());
		await confirm(
			`Permanently delete the fact "${text}" (agent ${fact.agentId}, ${describeOwner(fact)}) on ${where}?`,
		);
		return memory.forget(args.id);
	},
	show: (done, { out }) => printReceipt(out, done),
	failed: ({ complete }) => !complete,
});
