import { webhookSecret } from "../../../wire/webhook.ts";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { dim } from "../../screen/screen.ts";
import { rotate } from "./spec.ts";

const hours = (count: number): string => `${count} hour${count === 1 ? "" : "s"}`;

export const rotateSecret = answers(rotate, {
	answer: webhookSecret,
	async run({ options: { keepOldHours }, open, confirm, target }) {
		const { webhooks } = await open();
		const old =
			keepOldHours === 0 ? "The old one ends immediately" : `The old one ends in ${hours(keepOldHours)}`;
		await confirm(
			`Create a new signing secret for deliveries on ${describeTarget(await target())}? ${old}; receivers need the new one.`,
		);
		return webhooks.rotateSecret({ keepOldHours });
	},
	show({ secret }, { out, err }) {
		err.line(dim("New secret, for the settings of the receivers:"));
		out.line(secret);
	},
});
