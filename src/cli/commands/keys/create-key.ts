import { createdKey } from "../../../wire/key.ts";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { readDuration } from "../../read-duration.ts";
import { dim } from "../../screen/screen.ts";
import { untilText } from "../../screen/until.ts";
import { UsageError } from "../../usage-error.ts";
import { create } from "./spec.ts";

export const createKey = answers(create, {
	answer: createdKey,
	async run({ options: { scope, name, expires }, open }) {
		if (scope === undefined) throw new UsageError("--scope is required: read, agent or admin");
		const expiresInSeconds = expires === undefined ? undefined : readDuration(expires, "--expires");
		return (await open()).keys.create({ scope, name, expiresInSeconds });
	},
	async show({ key, id, scope, expiresAt }, { out, err, target }) {
		const until = expiresAt === undefined ? "" : `, expires ${untilText(expiresAt)}`;
		err.line(dim(`Key ${id}, scope ${scope}${until}, for ${describeTarget(await target())}.`));
		err.line(dim("The key is shown only once. Store it in a safe place."));
		out.line(key);
	},
});
