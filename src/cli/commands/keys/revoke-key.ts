import { HoldfastError } from "../../../error/index.ts";
import { keyInfo } from "../../../wire/key.ts";
import { answers } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { everyItem } from "../../every-item.ts";
import { green } from "../../screen/screen.ts";
import { revoke } from "./spec.ts";

export const revokeKey = answers(revoke, {
	answer: keyInfo,
	async run({ args: { id }, open, confirm, target }) {
		const { keys } = await open();
		const key = (await everyItem(keys.list)).find((one) => one.id === id);
		if (!key)
			throw new HoldfastError("not_found", `there is no key "${id}"; \`holdfast keys ls\` lists the keys`, {
				keyId: id,
			});
		const called = key.name === undefined ? "" : ` "${key.name}"`;
		await confirm(
			`Revoke the ${key.scope} key ${id}${called} on ${describeTarget(await target())}? Callers that use it are refused immediately.`,
		);
		await keys.revoke(id);
		return key;
	},
	show({ id }, { out }) {
		out.line(green("✓ "), `Key ${id} is revoked.`);
	},
});
