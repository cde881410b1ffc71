import { HoldfastError } from "../../error/index.ts";
import type { Event, NewEvent } from "../../event/index.ts";
import type { Holdfast } from "../../interface.ts";
import type { ErasureReceipt, Session } from "../../session/index.ts";
import type { User } from "../../user/index.ts";
import type { Ref, Say, Subject } from "./commands.ts";
import type { TimedStore } from "./timed-store.ts";
import { byRef } from "./world.ts";

function newEvent({ kind, text, set, remove }: Say): NewEvent {
	const common = { source: "user" as const, stateDelta: { set, remove } };
	if (kind === "message") return { kind, data: { role: "user", content: text }, ...common };
	return { kind, data: { content: text }, ...common };
}

/* Removes what differs between two systems: ids, times, and the progress of background work. */
const plainEvent = ({ id, at, ...rest }: Event): object => rest;
const plainUser = ({ createdAt, updatedAt, ...rest }: User): object => rest;
const plainSession = ({ uid, createdAt, updatedAt, endedAt, consolidatedTo, ...rest }: Session): object => ({
	...rest,
	ended: endedAt !== undefined,
});

/**
 * The receipt without the work of background jobs, which the model does not know. The scan after it must find
 * nothing.
 */
function plainReceipt({
	erased: { facts, terms, vectors, jobs, ...erased },
	remaining,
	complete,
}: ErasureReceipt): object {
	if (!complete || Object.values(remaining).some((count) => count !== 0))
		throw new Error("something was left behind");
	return erased;
}

async function linesOf(lines: AsyncIterable<string>): Promise<string[]> {
	const all: string[] = [];
	for await (const line of lines) all.push(line);
	return all;
}

/** Executes the commands through the public interface and returns what the model would. */
export function createSubject(hf: Holdfast, longAgo: TimedStore["longAgo"]): Subject {
	const find = async (ref: Ref): Promise<Session | undefined> => {
		try {
			return await hf.sessions.get(ref);
		} catch (error) {
			if (HoldfastError.isInstance(error) && error.code === "not_found") return undefined;
			throw error;
		}
	};
	const listAll = async (options: Parameters<typeof hf.sessions.list>[0]): Promise<object[]> => {
		const { items } = await hf.sessions.list({ ...options, limit: 500 });
		return items.sort(byRef).map(plainSession);
	};
	return {
		async append({ ref, events, key, expect, old }) {
			const wanted = expect === undefined ? undefined : ((await find(ref))?.head ?? 0) + expect;
			const options = {
				...(key !== undefined && { idempotencyKey: key }),
				...(wanted !== undefined && wanted >= 0 && { expectedOffset: wanted }),
			};
			const append = (): Promise<Event[]> => hf.session(ref).append(events.map(newEvent), options);
			return (await (old ? longAgo(append) : append())).map(plainEvent);
		},
		setState: ({ ref, set }) => hf.session(ref).state.set(set),
		removeState: ({ ref, keys }) => hf.session(ref).state.remove(...keys),
		metadata: ({ ref, set, unset }) => hf.session(ref).updateMetadata({ set, unset }),
		title: ({ ref, title }) => hf.session(ref).setTitle(title),
		mode: ({ ref, mode }) => hf.session(ref).setMode(mode),
		human: async ({ ref, text }) =>
			plainEvent(await hf.session(ref).postAsHuman({ content: text, displayName: "Ann" })),
		end: ({ ref }) => hf.session(ref).end(),
		create: async ({ ref, init }) => plainSession(await hf.sessions.create(ref, init)),
		open: async ({ ref, init }) => plainSession(await hf.sessions.open(ref, init)),
		fork: async ({ ref, offset, to }) => plainSession(await hf.sessions.fork(ref, { offset }, to)),
		rekey: async ({ ref, to, onConflict }) => plainSession(await hf.sessions.rekey(ref, to, { onConflict })),
		eraseEvents: async ({ ref, offsets }) => plainReceipt(await hf.session(ref).erase(offsets)),
		remove: async ({ ref }) => plainReceipt(await hf.sessions.delete(ref)),
		sweep: () => hf.sweep(),
		async copy({ ref, to, onConflict }) {
			const lines = await linesOf(hf.sessions.export(ref));
			const report = await hf.sessions.import(lines, { to, onConflict });
			const sameName = byRef(ref, to) > 0 && byRef(to, ref) > 0;
			if (sameName && (await linesOf(hf.sessions.export(ref))).join("") !== lines.join("")) {
				throw new Error("the export of an import is not, byte for byte, what was imported");
			}
			return report;
		},
		async user({ id, variables, unset, metadata }) {
			await hf.users.upsert(id, { variables, metadata });
			return plainUser(await hf.users.unsetVariables(id, unset));
		},
		rekeyUser: ({ from, to, onConflict }) => hf.users.rekey(from, to, { onConflict }),
		removeUser: async ({ id }) => plainReceipt(await hf.users.delete(id)),
		eraseAgent: async ({ agentId }) => plainReceipt(await hf.erase({ agentId })),
		eraseEverything: async () => plainReceipt(await hf.erase({ everything: true })),
		asOf: ({ ref, offset }) => hf.session(ref).state.asOf(offset),
		async read({ ref, after, before, last, kinds }) {
			const events = await hf.session(ref).events({
				after,
				...(before !== undefined && { before }),
				...(last !== undefined && { last }),
				...(kinds && { kinds }),
			});
			return events.map(plainEvent);
		},
		byId: async ({ sessionId }) => plainSession(await hf.sessions.get(sessionId)),
		async find({ externalId }) {
			const found = await hf.sessions.find({ externalId });
			return found && plainSession(found);
		},
		list: ({ agentId, userId, ended }) =>
			listAll({
				...(agentId !== undefined && { agentId }),
				...(userId !== undefined && { userId }),
				...(ended !== undefined && { ended }),
			}),
		findUsers: async ({ metadata }) => (await hf.users.find({ metadata, limit: 500 })).items.map(plainUser),
		async look({ ref }) {
			const session = await find(ref);
			if (!session) return undefined;
			const handle = hf.session(ref);
			const events = (await handle.events()).map(plainEvent);
			const replayed = events.length > 0 ? await handle.state.asOf(session.head - 1) : undefined;
			const state = await handle.state.get();
			return { session: plainSession(session), events, state, ...(replayed && { replayed }) };
		},
		lookAround: async () => ({
			sessions: await listAll({}),
			users: (await hf.users.list({ limit: 500 })).items.map(plainUser),
		}),
	};
}
