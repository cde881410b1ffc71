import { explainedRun } from "../../../wire/cli/runs.ts";
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

export const explainAnswer = answers(why, {
	answer: explainedRun,
	async run({ args, options, open }) {
		const hf = await open();
		const { recalled, ...found } = await findRun(hf, args.run, options);
		const whole = await explainRun(hf, { ...found, ...(recalled && { recalled }) });
		return { ...found, ...(whole && { recalled: whole }) };
	},
	show({ recalled, ...found }, { out }) {
		out.line(bold(found.id));
		out.line(dim("agent "), oneLine(found.agentId), dim(`, ${found.status}, ${ago(found.createdAt)}`));
		if (found.input !== undefined)
			out.line(dim("input "), fitText(oneLine(contentText(found.input)), out.width - 6));
		printRecalled(out, recalled);
	},
});
