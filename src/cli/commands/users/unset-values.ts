import { user } from "../../../server/resources/shapes.ts";
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
			throw new UsageError("say what to remove: names of variables, or --metadata name");
		const { users } = await open();
		// Nobody is made by having something removed.
		let found = await users.get(args.user);
		if (names.length > 0) found = await users.unsetVariables(args.user, names);
		if (metadata.length > 0) found = await users.updateMetadata(args.user, { unset: metadata });
		return found;
	},
	show: (found, { out }) => printUser(out, found),
});
