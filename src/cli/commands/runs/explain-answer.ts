import { z } from "zod";
import {
	passedOver,
	recalled,
	recalledFact,
	recalledMessage,
} from "../../../server/resources/shapes-recalled.ts";
import { run } from "../../../server/resources/shapes-runs.ts";
import { answers } from "../../command.ts";
import { explainRun } from "../../explain-run.ts";
import { contentText } from "../../print/event-text.ts";
import { printRecalled } from "../../print/recalled.ts";
import { ago } from "../../screen/ago.ts";
import { fitText } from "../../screen/fit-text.ts";
import { oneLine } from "../../screen/neutralise.ts";
import { bold, dim } from "../../screen/screen.ts";
import { findRun } from "./find-run.ts";
import { why } from "./spec.ts";

const words = {
	content: z.string().optional(),
	current: z.string().optional().meta({ description: "What the fact says now, where it was changed since" }),
};
const text = { from: z.string().optional(), content: z.string().optional() };

/** What a run remembered, with the texts that its record only names. */
export const explained = recalled
	.extend({
		facts: z.array(recalledFact.extend(words)),
		excerpts: z.array(recalledMessage.extend(text)),
		messages: z.array(recalledMessage.extend(text)),
		passedOver: z.array(passedOver.extend({ ...text, ...words })).optional(),
	})
	.meta({ id: "Explained", description: "What a run remembered. Without content: it is gone since" });

export const explainAnswer = answers(why, {
	answer: run.omit({ recalled: true }).extend({ recalled: explained.optional() }),
	async run({ args, options, open }) {
		const hf = await open();
		const { recalled, ...found } = await findRun(hf, args.run, options);
		const whole = await explainRun(hf, { ...found, ...(recalled && { recalled }) });
		return { ...found, ...(whole && { recalled: whole }) };
	},
	show({ recalled, ...found }, { out }) {
		out.line(bold(found.id));
		out.line(dim("by "), oneLine(found.agentId), dim(`, ${found.status}, ${ago(found.createdAt)}`));
		if (found.input !== undefined)
			out.line(dim("asked "), fitText(oneLine(contentText(found.input)), out.width - 6));
		printRecalled(out, recalled);
	},
});
