import { fact } from "../../../wire/fact.ts";
import { answers } from "../../command.ts";
import { printFacts } from "../../print/facts.ts";
import { readShare } from "../../read-number.ts";
import { green } from "../../screen/screen.ts";
import { needAgent } from "../../whose-memory.ts";
import { write } from "./spec.ts";

export const writeFact = answers(write, {
	answer: fact,
	async run({ args, options, open }) {
		const { user, pinned, kind, create } = options;
		const importance = readShare("--importance", options.importance);
		const confidence = readShare("--confidence", options.confidence);
		const agent = await needAgent(options.agent, "facts write", open);
		const whose = user === undefined || user === "" ? {} : { userId: user };
		const memory = (await open()).memory(agent, { ...whose, ...(create && { create }) });
		const id = await memory.write(args.text, { importance, confidence, kind, ...(pinned && { pinned }) });
		return memory.get(id);
	},
	show(found, { out }) {
		out.line(green("✓ "), "Stored:");
		printFacts(out, [found]);
	},
});
