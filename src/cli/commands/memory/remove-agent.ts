import { HoldfastError } from "../../../error/index.ts";
import type { Holdfast } from "../../../interface.ts";
import type { ErasureReceipt } from "../../../session/index.ts";
import type { Call } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { amount, listed } from "../../print/amount.ts";
import { oneLine } from "../../screen/neutralise.ts";
import { Declined } from "../../usage-error.ts";

type Asking = Pick<Call, "open" | "target" | "confirm" | "progress" | "err" | "signal">;

const PAGE = 100;
/** How many sessions are deleted at the same time, because every request to a server takes time. */
const SIDE_BY_SIDE = 4;
const MAX_NAMED = 1_000;

/**
 * Asks, then deletes all data of an agent. First session by session, so that it can show the progress and stop between
 * two sessions. Then everything else in one call, which also checks whether anything is left. If the command is
 * repeated, it continues where it stopped.
 */
export async function removeAgent(
	call: Asking,
	agentId: string,
	{ forget }: { forget: boolean },
): Promise<ErasureReceipt> {
	const hf = await call.open();
	const { sessions, question } = await describeMemory(hf, agentId, forget);
	await call.confirm(`${question} on ${describeTarget(await call.target())}?`);
	const removed = await removeSessions(call, hf, { agentId, forget, total: sessions });
	const rest = await hf.erase({ agentId });
	return {
		...rest,
		erased: addCounts(removed.erased, rest.erased),
		derived: await stillThere(hf, agentId, removed.derived),
		forgotten: removed.forgotten.slice(0, MAX_NAMED),
	};
}

async function describeMemory(hf: Holdfast, agentId: string, forget: boolean) {
	const found = (await hf.overview()).find((one) => one.agentId === agentId);
	const { sessions = 0, messages = 0, facts = 0 } = found ?? {};
	const size = listed([amount(sessions, "session"), amount(messages, "message"), amount(facts, "fact")]);
	const name = oneLine(agentId);
	const shared = forget ? ", and facts in shared spaces that have no other source," : "";
	return { sessions, question: `Permanently delete all data of agent ${name}: ${size}${shared}` };
}

type Removed = Pick<ErasureReceipt, "erased" | "derived" | "forgotten">;

async function removeSessions(
	{ progress, err, signal }: Asking,
	hf: Holdfast,
	{ agentId, forget, total }: { agentId: string; forget: boolean; total: number },
): Promise<Removed> {
	const shown = progress("Deleting sessions");
	let sum: Removed = { erased: {} as ErasureReceipt["erased"], derived: [], forgotten: [] };
	let done = 0;
	try {
		for (let cursor: string | undefined; ; ) {
			const page = await hf.sessions.list({ agentId, limit: PAGE, cursor });
			for (let at = 0; at < page.items.length; at += SIDE_BY_SIDE) {
				if (signal.aborted) throw stopped(done, total);
				const step = page.items.slice(at, at + SIDE_BY_SIDE);
				const receipts = await Promise.all(step.map((one) => removeOne(hf, one, forget)));
				sum = receipts.reduce(add, sum);
				done += step.length;
				shown.at(done, Math.max(done, total));
			}
			cursor = page.next;
			if (cursor === undefined) return sum;
		}
	} catch (error) {
		shown.end();
		// After Ctrl-C, nothing else prints this message.
		if (error instanceof Declined) err.line(error.message);
		else if (done > 0) err.line(`${amount(done, "session")} of about ${total} deleted before the failure.`);
		throw error;
	} finally {
		shown.end();
	}
}

const removeOne = (
	hf: Holdfast,
	{ agentId, userId, sessionId }: Awaited<ReturnType<Holdfast["sessions"]["get"]>>,
	forget: boolean,
) => hf.sessions.delete({ agentId, ...(userId !== undefined && { userId }), sessionId }, { forget });

const stopped = (done: number, total: number): Declined =>
	new Declined(
		`Stopped: ${done} of about ${amount(total, "session")} deleted, the rest is unchanged. The same command continues.`,
		130,
	);

const add = (sum: Removed, { erased, derived, forgotten }: ErasureReceipt): Removed => ({
	erased: addCounts(sum.erased, erased),
	derived: [...sum.derived, ...derived],
	forgotten: [...sum.forgotten, ...forgotten],
});

function addCounts(a: ErasureReceipt["erased"], b: ErasureReceipt["erased"]): ErasureReceipt["erased"] {
	const sum = { ...b };
	for (const [name, count] of Object.entries(a) as [keyof typeof sum, number][])
		sum[name] = (sum[name] ?? 0) + count;
	return sum;
}

/** The facts that still exist: the agent's own facts are deleted, those in a shared space stay. */
async function stillThere(hf: Holdfast, agentId: string, ids: readonly string[]): Promise<string[]> {
	const memory = hf.memory(agentId, { everybody: true, create: true });
	const left: string[] = [];
	if (ids.length === 0 || (await memory.list({ limit: 1, status: "all" })).items.length === 0) return left;
	for (const id of new Set(ids)) {
		if (left.length === MAX_NAMED) break;
		try {
			left.push((await memory.get(id)).id);
		} catch (error) {
			if (!HoldfastError.isInstance(error) || error.code !== "not_found") throw error;
		}
	}
	return left;
}
