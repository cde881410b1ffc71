import { user } from "../../../wire/user.ts";
import { answers } from "../../command.ts";
import { UsageError } from "../../usage-error.ts";
import { readValues } from "./read-values.ts";
import { printUser } from "./show-user.ts";
import { set } from "./spec.ts";

export const setValues = answers(set, {
	answer: user,
	async run({ args, options, open }) {
		const { metadata, displayName } = options;
		const values = args.values ?? [];
		if (values.length === 0 && metadata === undefined && displayName === undefined)
			throw new UsageError("nothing to set: give name=value, --metadata name=value or --display-name");
		const init = {
			...(values.length > 0 && { variables: readValues(values) }),
			...(metadata !== undefined && { metadata: readValues(metadata) }),
			...(displayName !== undefined && { displayName: displayName === "" ? null : displayName }),
		};
		return (await open()).users.upsert(args.user, init);
	},
	show: (found, { out }) => printUser(out, found),
});
