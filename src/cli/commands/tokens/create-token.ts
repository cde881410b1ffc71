import { z } from "zod";
import { moment } from "../../../server/resources/shapes.ts";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { readDuration } from "../../read-duration.ts";
import { dim } from "../../screen/screen.ts";
import { untilText } from "../../screen/until.ts";
import { UsageError } from "../../usage-error.ts";
import { create } from "./spec.ts";

export const createToken = answers(create, {
	answer: z.object({ token: z.string(), expiresAt: moment }),
	async run({ options: { user, expires }, open }) {
		if (user === undefined) throw new UsageError("say whose token it is: --user <id>");
		const expiresInSeconds = readDuration(expires, "--expires");
		return (await open()).tokens.create({ userId: user, expiresInSeconds });
	},
	async show({ token, expiresAt }, { out, err, options, target }) {
		const where = describeTarget(await target());
		err.line(dim(`A token of ${options.user ?? ""} for ${where}, expires ${untilText(expiresAt)}.`));
		out.line(token);
	},
});
