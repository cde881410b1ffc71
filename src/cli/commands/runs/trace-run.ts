import { list } from "../../../wire/page.ts";
import { span } from "../../../wire/span.ts";
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
		if (items.length === 0) err.line("No trace: the run has not started yet, or was not traced.");
		else printTrace(out, items);
	},
});
