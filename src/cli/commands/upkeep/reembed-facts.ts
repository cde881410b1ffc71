import { reembedded } from "../../../wire/cli/upkeep.ts";
import { answers } from "../../command.ts";
import { amount } from "../../print/amount.ts";
import { green } from "../../screen/screen.ts";
import { whileWorking } from "../../while-working.ts";
import { reembed } from "./spec.ts";

export const reembedFacts = answers(reembed, {
	answer: reembedded,
	async run(call) {
		const hf = await call.open();
		const stopped =
			"Stopped: missing vectors are created when they are needed. The same command starts from the beginning.";
		return whileWorking(call, "Re-embedding", () => hf.reembed(), stopped);
	},
	show: ({ facts }, { out }) => out.line(green("✓ "), `Re-embedded ${amount(facts, "fact")}.`),
});
