import { webhookSecret } from "../../../wire/webhook.ts";
import { answers } from "../../command.ts";
import { secret } from "./spec.ts";

export const showSecret = answers(secret, {
	answer: webhookSecret,
	run: async ({ open }) => (await open()).webhooks.secret(),
	show(found, { out }) {
		out.line(found.secret);
	},
});
