import { fact } from "../../../wire/fact.ts";
import { page } from "../../../wire/page.ts";
import { answers } from "../../command.ts";
import { printFacts } from "../../print/facts.ts";
import { printNext } from "../../print/next-page.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { needAgent, scopeOf } from "../../whose-memory.ts";
import { ls } from "./spec.ts";

export const listFacts = answers(ls, {
	answer: page(fact),
	async run({ options, open }) {
		const { status, pinned, limit, cursor } = options;
		const agent = await needAgent(options.agent, "facts ls", open);
		const memory = (await open()).memory(agent, scopeOf(options));
		return memory.list({ status, limit, cursor, ...(pinned && { pinned }) });
	},
	show({ items, next }, { options, out, err }) {
		if (items.length === 0)
			printParagraph(
				err,
				`No matching facts of agent ${options.agent ?? ""}. Facts are extracted when a session ends (\`holdfast memory end <session>\`), or added with \`holdfast facts write\`.`,
			);
		printFacts(out, items);
		printNext(err, next);
	},
});
