import { z } from "zod";
import { answers } from "../../command.ts";
import { green } from "../../screen/screen.ts";
import { whileWorking } from "../../while-working.ts";
import { compact } from "./spec.ts";

export const compactStore = answers(compact, {
	answer: z.object({ compacted: z.literal(true) }),
	async run(call) {
		const hf = await call.open();
		await whileWorking(call, "Rewriting", () => hf.compact(), "Stopped. The same command begins anew.");
		return { compacted: true };
	},
	show: (_answer, { out }) => out.line(green("✓ "), "The store's files hold nothing of what was deleted."),
});
