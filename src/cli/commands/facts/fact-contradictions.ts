import { contradiction } from "../../../wire/fact.ts";
import { list } from "../../../wire/page.ts";
import { answers } from "../../command.ts";
import { findFact } from "../../find-fact.ts";
import { printFacts } from "../../print/facts.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { contradictions } from "./spec.ts";

export const factContradictions = answers(contradictions, {
	answer: list(contradiction),
	async run({ args, options, open }) {
		const { memory } = await findFact(await open(), args.id, options.agent);
		return { items: await memory.contradictions(args.id) };
	},
	show({ items }, { out, err }) {
		if (items.length === 0) printParagraph(err, "No active fact contradicts this fact.");
		else
			printFacts(
				out,
				items.map(({ fact }) => fact),
			);
	},
});
