import type { SearchKind } from "../../../session/index.ts";
import { searchResult } from "../../../wire/search.ts";
import { answers } from "../../command.ts";
import { amount } from "../../print/amount.ts";
import { printHits } from "../../print/hits.ts";
import { printParagraph } from "../../print/paragraph.ts";
import { readNumber } from "../../read-number.ts";
import { dim } from "../../screen/screen.ts";
import { UsageError } from "../../usage-error.ts";
import { needAgent, scopeOf } from "../../whose-memory.ts";
import { search } from "./spec.ts";

const isKind = (word: string): word is SearchKind => word === "facts" || word === "messages";

function readKinds(include: string | undefined, messages: boolean): SearchKind[] {
	if (messages && include !== undefined) throw new UsageError("--messages and --include cannot be combined");
	if (include === undefined) return [messages ? "messages" : "facts"];
	const words = include.split(",").map((word) => word.trim());
	if (words.every(isKind)) return words;
	throw new UsageError(`--include: must be facts, messages, or facts,messages; got "${include}"`);
}

export const searchMemory = answers(search, {
	answer: searchResult,
	async run({ args, options, open, signal }) {
		const include = readKinds(options.include, options.messages);
		const threshold = readNumber("--threshold", options.threshold);
		const { limit } = options;
		if (limit < 1 || limit > 100) throw new UsageError(`--limit: must be from 1 to 100; got ${limit}`);
		const agent = await needAgent(options.agent, "memory search", open);
		const memory = (await open()).memory(agent, scopeOf(options));
		return memory.search(args.query, { limit, include, threshold, signal });
	},
	show({ hits, method, latencyMs }, { options, out, err }) {
		printHits(out, hits);
		const took = `${latencyMs < 10 ? latencyMs.toFixed(1) : Math.round(latencyMs)} ms`;
		out.line(dim(`${amount(hits.length, "hit")} by ${method} search in ${took}`));
		if (hits.length > 0) return;
		const hint =
			options.include === undefined && !options.messages ? " To search messages, add --messages." : "";
		printParagraph(err, `No matches in the memory of agent ${options.agent ?? ""}.${hint}`);
	},
});
