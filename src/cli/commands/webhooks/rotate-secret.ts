import { z } from "zod";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { dim } from "../../screen/screen.ts";
import { rotate } from "./spec.ts";

const hours = (count: number): string => `${count} hour${count === 1 ? "" : "s"}`;

export const rotateSecret = answers(rotate, {
	answer: z.object({ secret: z.string() }),
	async run({ options: { keepOldHours }, open, confirm, target }) {
		const { webhooks } = await open();
		const old =
			keepOldHours === 0 ? "The old one ends at once" : `The old one ends in ${hours(keepOldHours)}`;
		await confirm(
			`Make a new secret for the deliveries of ${describeTarget(await target())}? ${old}: receivers need the new one.`,
		);
		return webhooks.rotateSecret({ keepOldHours });
	},
	show({ secret }, { out, err }) {
		err.line(dim("The new secret, for the settings of the receivers:"));
		out.line(secret);
	},
});
