import { compacted } from "../../../wire/cli/upkeep.ts";
import { answers } from "../../command.ts";
import { green } from "../../screen/screen.ts";
import { whileWorking } from "../../while-working.ts";
import { compact } from "./spec.ts";

export const compactStore = answers(compact, {
	answer: compacted,
	async run(call) {
		const hf = await call.open();
		await whileWorking(
			call,
			"Rewriting",
			() => hf.compact(),
			"Stopped. The same command starts from the beginning.",
		);
		return { compacted: true };
	},
	show: (_answer, { out }) => out.line(green("✓ "), "The files of the store contain no deleted data."),
});
