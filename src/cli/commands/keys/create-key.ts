import { z } from "zod";
import { keyInfo } from "../../../server/resources/shapes.ts";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { readDuration } from "../../read-duration.ts";
import { dim } from "../../screen/screen.ts";
import { untilText } from "../../screen/until.ts";
import { UsageError } from "../../usage-error.ts";
import { create } from "./spec.ts";

export const createKey = answers(create, {
	answer: keyInfo.extend({ key: z.string() }),
	async run({ options: { scope, name, expires }, open }) {
		if (scope === undefined)
			throw new UsageError("say what the key may do: --scope read, --scope agent or --scope admin");
		const expiresInSeconds = expires === undefined ? undefined : readDuration(expires, "--expires");
		return (await open()).keys.create({ scope, name, expiresInSeconds });
	},
	async show({ key, id, scope, expiresAt }, { out, err, target }) {
		const until = expiresAt === undefined ? "" : `, expires ${untilText(expiresAt)}`;
		err.line(dim(`Key ${id}, scope ${scope}${until}, for ${describeTarget(await target())}.`));
		err.line(dim("It is shown this once: keep it safe."));
		out.line(key);
	},
});
