import type { ErasureReceipt } from "../../../session/index.ts";
import { receipt } from "../../../wire/receipt.ts";
import { answers, type Call } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { describeSession } from "../../describe-session.ts";
import { findSession, refOf, type SessionFilter } from "../../find-session.ts";
import { printReceipt } from "../../print/receipt.ts";
import { UsageError } from "../../usage-error.ts";
import { removeAgent } from "./remove-agent.ts";
import { rm } from "./spec.ts";

/** Asks, then deletes a session. */
export async function removeSession(
	{ open, target, confirm }: Pick<Call, "open" | "target" | "confirm">,
	id: string,
	{ forget, ...filter }: SessionFilter & { forget: boolean },
): Promise<ErasureReceipt> {
	const hf = await open();
	const found = await findSession(hf, id, filter);
	const facts = forget ? " Facts that have no other source are deleted too." : "";
	const where = describeTarget(await target());
	await confirm(`Permanently delete ${describeSession(found)} on ${where}?${facts}`);
	return hf.sessions.delete(refOf(found), { forget });
}

/** Checks that the options name one thing: a session, or all data of an agent. */
export function checkWhat({
	session,
	agent,
	user,
	all,
}: SessionFilter & { session: string | undefined; all: boolean }): void {
	if (session !== undefined && all) throw new UsageError("a session and --all cannot be combined");
	if (session !== undefined) return;
	if (all && agent === undefined)
		throw new UsageError("--all needs --agent <id>; `holdfast memory ls` lists the agents");
	if (all && user !== undefined)
		throw new UsageError(
			"--all and --user cannot be combined: --all deletes the data of all users; to delete one user: `holdfast users rm <id>`",
		);
	if (all) return;
	if (agent !== undefined)
		throw new UsageError(`name a session, or add --all to delete all data of agent ${agent}`);
	throw new UsageError("name a session, or add --agent <id> --all to delete all data of an agent");
}

export const removeMemory = answers(rm, {
	answer: receipt,
	async run(call) {
		const { session } = call.args;
		const { agent, all, forget } = call.options;
		checkWhat({ session, ...call.options });
		if (session !== undefined) return removeSession(call, session, call.options);
		if (!all || agent === undefined) throw new UsageError("name a session, or add --agent <id> --all");
		return removeAgent(call, agent, { forget });
	},
	show: (done, { out }) => printReceipt(out, done),
	failed: ({ complete }) => !complete,
});
