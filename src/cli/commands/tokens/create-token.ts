import { token } from "../../../wire/token.ts";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { readDuration } from "../../read-duration.ts";
import { dim } from "../../screen/screen.ts";
import { untilText } from "../../screen/until.ts";
import { UsageError } from "../../usage-error.ts";
import { create } from "./spec.ts";

export const createToken = answers(create, {
	answer: token,
	async run({ options: { user, expires }, open }) {
		if (user === undefined) throw new UsageError("--user <id> is required");
		const expiresInSeconds = readDuration(expires, "--expires");
		return (await open()).tokens.create({ userId: user, expiresInSeconds });
	},
	async show({ token, expiresAt }, { out, err, options, target }) {
		const where = describeTarget(await target());
		err.line(dim(`Token for user ${options.user ?? ""} on ${where}, expires ${untilText(expiresAt)}.`));
		out.line(token);
	},
});
