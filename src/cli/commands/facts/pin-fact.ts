import type { Fact } from "../../../memory/index.ts";
import { fact } from "../../../wire/fact.ts";
import { answers, type Call } from "../../command.ts";
import { findFact } from "../../find-fact.ts";
import { printFacts } from "../../print/facts.ts";
import type { Screen } from "../../screen/screen.ts";
import { pin, unpin } from "./spec.ts";

const parts = (pinned: boolean) => ({
	answer: fact,
	async run({ args, options, open }: Call<typeof pin>): Promise<Fact> {
		const { memory } = await findFact(await open(), args.id, options.agent);
		return memory.pin(args.id, pinned);
	},
	show: (found: Fact, { out }: { out: Screen }) => printFacts(out, [found]),
});

export const pinFact = answers(pin, parts(true));
export const unpinFact = answers(unpin, parts(false));
