import { z } from "zod";
import { answers } from "../../command.ts";
import { amount } from "../../print/amount.ts";
import { green } from "../../screen/screen.ts";
import { whileWorking } from "../../while-working.ts";
import { reembed } from "./spec.ts";

export const reembedFacts = answers(reembed, {
	answer: z.object({ facts: z.int().min(0) }),
	async run(call) {
		const hf = await call.open();
		const stopped =
			"Stopped: vectors that are missing are made when they are needed. The same command begins anew.";
		return whileWorking(call, "Making vectors", () => hf.reembed(), stopped);
	},
	show: ({ facts }, { out }) => out.line(green("✓ "), `Made the vectors of ${amount(facts, "fact")} anew.`),
});
