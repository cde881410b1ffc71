import { receipt } from "../../../server/resources/shapes.ts";
import type { ErasureReceipt } from "../../../session/index.ts";
import { answers, type Call } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { describeSession } from "../../describe-session.ts";
import { findSession, refOf, type SessionFilter } from "../../find-session.ts";
import { printReceipt } from "../../print/receipt.ts";
import { UsageError } from "../../usage-error.ts";
import { removeAgent } from "./remove-agent.ts";
import { rm } from "./spec.ts";

/** Asks, and deletes one session. */
export async function removeSession(
	{ open, target, confirm }: Pick<Call, "open" | "target" | "confirm">,
	id: string,
	{ forget, ...filter }: SessionFilter & { forget: boolean },
): Promise<ErasureReceipt> {
	const hf = await open();
	const found = await findSession(hf, id, filter);
	const facts = forget ? " The facts that came from nothing else go with it." : "";
	const where = describeTarget(await target());
	await confirm(`Delete ${describeSession(found)} for good, on ${where}?${facts}`);
	return hf.sessions.delete(refOf(found), { forget });
}

/** What was typed must name one thing: a session, or everything of an agent. */
export function checkWhat({
	session,
	agent,
	user,
	all,
}: SessionFilter & { session: string | undefined; all: boolean }): void {
	if (session !== undefined && all)
		throw new UsageError("a session and --all exclude each other: leave one of them out");
	if (session !== undefined) return;
	if (all && agent === undefined)
		throw new UsageError(
			"--all needs --agent <id>: everything of which agent? `holdfast memory ls` lists them",
		);
	if (all && user !== undefined)
		throw new UsageError(
			"--all is everything of the agent, whosever it is: leave --user out, or delete a user with `holdfast users rm`",
		);
	if (all) return;
	if (agent !== undefined)
		throw new UsageError(`name a session, or add --all to delete everything of agent ${agent}`);
	throw new UsageError("name a session, or everything of an agent with --agent <id> --all");
}

export const removeMemory = answers(rm, {
	answer: receipt,
	async run(call) {
		const { session } = call.args;
		const { agent, all, forget } = call.options;
		checkWhat({ session, ...call.options });
		if (session !== undefined) return removeSession(call, session, call.options);
		if (!all || agent === undefined) throw new UsageError("name a session, or --agent <id> --all");
		return removeAgent(call, agent, { forget });
	},
	show: (done, { out }) => printReceipt(out, done),
	failed: ({ complete }) => !complete,
});
