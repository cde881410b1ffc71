import { fact } from "../../../wire/fact.ts";
import { answers } from "../../command.ts";
import { findFact } from "../../find-fact.ts";
import { printFacts } from "../../print/facts.ts";
import { readShare } from "../../read-number.ts";
import { UsageError } from "../../usage-error.ts";
import { update } from "./spec.ts";

export const updateFact = answers(update, {
	answer: fact,
	async run({ args, options, open }) {
		const { kind, status, agent } = options;
		const patch = {
			...(args.text !== undefined && { content: args.text }),
			importance: readShare("--importance", options.importance),
			confidence: readShare("--confidence", options.confidence),
			kind,
			status,
		};
		if (options.keepBoth && status !== "active") throw new UsageError("--keep-both needs --status active");
		if (Object.values(patch).every((value) => value === undefined))
			throw new UsageError(
				"nothing to change: give a new text, --importance, --confidence, --kind or --status",
			);
		const { memory } = await findFact(await open(), args.id, agent);
		return memory.update(args.id, { ...patch, ...(options.keepBoth && { contradictions: "keep" as const }) });
	},
	show: (found, { out }) => printFacts(out, [found]),
});
