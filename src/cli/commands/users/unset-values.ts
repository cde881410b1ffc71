import { user } from "../../../wire/user.ts";
import { answers } from "../../command.ts";
import { UsageError } from "../../usage-error.ts";
import { printUser } from "./show-user.ts";
import { unset } from "./spec.ts";

export const unsetValues = answers(unset, {
	answer: user,
	async run({ args, options, open }) {
		const names = args.names ?? [];
		const { metadata = [] } = options;
		if (names.length + metadata.length === 0)
			throw new UsageError("nothing to remove: give variable names, or --metadata name");
		const { users } = await open();
		// Fails if the user does not exist: removing values must not create a user.
		await users.get(args.user);
		return users.update(args.user, { variables: { unset: names }, metadata: { unset: metadata } });
	},
	show: (found, { out }) => printUser(out, found),
});
