import type { SessionRef } from "../../../session/index.ts";
import type { Webhooks } from "../../../webhook/webhooks.ts";
import { retriedDeliveries } from "../../../wire/cli/webhooks.ts";
import { answers } from "../../command.ts";
import { findSession, refOf } from "../../find-session.ts";
import { amount } from "../../print/amount.ts";
import { green } from "../../screen/screen.ts";
import { UsageError } from "../../usage-error.ts";
import { retry } from "./spec.ts";

export const retryDeliveries = answers(retry, {
	answer: retriedDeliveries,
	async run({ args: { session }, options, open, progress, signal }) {
		if ((session === undefined) !== options.allDead)
			throw new UsageError(
				options.allDead ? "a session and --all-dead cannot be combined" : "name a session, or add --all-dead",
			);
		const hf = await open();
		const refs =
			session === undefined
				? await deadOnes(hf.webhooks, signal)
				: [refOf(await findSession(hf, session, options))];
		const bar = progress("Retrying");
		try {
			for (const [i, ref] of refs.entries()) {
				signal.throwIfAborted();
				await hf.webhooks.retry(ref, { skip: options.skip });
				bar.at(i + 1, refs.length);
			}
		} finally {
			bar.end();
		}
		return { retried: refs };
	},
	show({ retried }, { out, err }) {
		if (retried.length === 0) err.line("No deliveries have failed permanently.");
		else out.line(green("✓ "), `Retrying the deliveries of ${amount(retried.length, "session")}.`);
	},
});

/** All sessions with dead deliveries. Read completely first, because a retried delivery leaves the list. */
async function deadOnes(webhooks: Webhooks, signal: AbortSignal): Promise<SessionRef[]> {
	const found = new Map<string, SessionRef>();
	let cursor: string | undefined;
	do {
		signal.throwIfAborted();
		const { items, next } = await webhooks.list({ status: "dead", limit: 500, cursor });
		for (const { session } of items)
			found.set(JSON.stringify([session.agentId, session.userId, session.sessionId]), session);
		cursor = next;
	} while (cursor !== undefined);
	return [...found.values()];
}
