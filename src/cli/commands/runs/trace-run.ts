import { list } from "../../../server/resources/shapes.ts";
import { span } from "../../../server/resources/shapes-runs.ts";
import { answers } from "../../command.ts";
import { printTrace } from "../../print/trace.ts";
import { findRun } from "./find-run.ts";
import { trace } from "./spec.ts";

export const traceRun = answers(trace, {
	answer: list(span),
	async run({ args, options, open }) {
		const hf = await open();
		const { id } = await findRun(hf, args.run, options);
		return { items: await hf.runs.trace(id) };
	},
	show({ items }, { out, err }) {
		if (items.length === 0) err.line("Nothing of this run was timed, or it has not begun yet.");
		else printTrace(out, items);
	},
});
