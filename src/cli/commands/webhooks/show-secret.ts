import { z } from "zod";
import { answers } from "../../command.ts";
import { secret } from "./spec.ts";

export const showSecret = answers(secret, {
	answer: z.object({ secret: z.string() }),
	run: async ({ open }) => (await open()).webhooks.secret(),
	show(found, { out }) {
		out.line(found.secret);
	},
});
