import { HoldfastError } from "../../error/index.ts";
import type { Json } from "../../event/index.ts";
import type { Init, Ref, Subject, Values } from "./commands.ts";
import { dropTemp, type ModelEvent, type ModelSession, newCounts, World } from "./world.ts";

/*
 * What Holdfast promises, in its simplest form: maps and arrays, no storage, no clock, no concurrency. If
 * this and a store disagree, one of them is wrong.
 */

/** A copy of a user's event for a session without a user. */
function leaveUserKeys({ stateDelta, ...event }: ModelEvent): ModelEvent {
	const mine = (key: string): boolean => !key.startsWith("user:");
	const set = Object.entries(stateDelta?.set ?? {}).filter(([key]) => mine(key));
	const remove = (stateDelta?.remove ?? []).filter(mine);
	const kept = {
		...(set.length > 0 && { set: Object.fromEntries(set) }),
		...(remove.length > 0 && { remove }),
	};
	return { ...event, ...(Object.keys(kept).length > 0 && { stateDelta: kept }) };
}

function refuse(code: "not_found" | "already_exists" | "conflict" | "invalid" | "ambiguous"): never {
	throw new HoldfastError(code, "the model refuses");
}

const lifecycle = (data: Values, old = false): ModelEvent => ({
	kind: "session",
	source: "system",
	data,
	old,
});
const shown = ({ userId, sessionId }: Ref): Values => ({
	...(userId !== undefined && { userId }),
	sessionId,
});

export function createModel(): Subject {
	const world = new World();
	const need = (ref: Ref): ModelSession => world.find(ref) ?? refuse("not_found");

	function create(ref: Ref, init: Init = { state: {}, metadata: {} }): ModelSession {
		const { state, metadata, title, mode = "auto" } = init;
		const session = world.add(ref, { mode, title, metadata: { ...metadata } });
		world.write(session, { set: dropTemp(state) });
		session.start = new Map(session.state);
		const url = metadata.event_webhook_url;
		if (typeof url === "string") session.deliveries = [url];
		return session;
	}
	const open = (ref: Ref): ModelSession => world.find(ref) ?? create(ref);

	/** Appends events with their state. An ended session is reopened, with an event after them. */
	function push(session: ModelSession, events: ModelEvent[], old = false): void {
		for (const event of events) {
			session.events.push({ ...event, old });
			if (event.stateDelta) world.write(session, event.stateDelta);
		}
		if (!session.ended || events.length === 0) return;
		session.ended = false;
		session.events.push(lifecycle({ change: "reopened" }, old));
	}

	/** Appends the source's events to the target's. If both set a key, the later event counts. */
	function merge(source: ModelSession, target: ModelSession, event: Values): void {
		const firstOffset = world.head(target);
		const shift = firstOffset - source.base;
		const moved = source.events.length;
		const merged = world.replay(target.state, source.events, target);
		const rest = world.own(source.state, target).filter(([key, value]) => {
			return JSON.stringify(merged.get(key)) !== JSON.stringify(value);
		});
		target.state = new Map([...merged, ...rest]);
		target.events.push(...source.events);
		for (const [key, seen] of source.keys) {
			const kept = seen.first >= source.base;
			if (!target.keys.has(key))
				target.keys.set(key, { ...seen, first: seen.first + shift, count: kept ? seen.count : 0 });
		}
		target.ended = target.ended && source.ended;
		target.deliveries = [...new Set([...target.deliveries, ...source.deliveries])];
		target.title = target.title ?? source.title;
		target.metadata = { ...source.metadata, ...target.metadata };
		const data = { ...event, merged: { firstOffset, events: moved } };
		const stateDelta = rest.length > 0 ? { set: Object.fromEntries(rest) as Values } : undefined;
		target.events.push({ ...lifecycle(data), ...(stateDelta && { stateDelta }) });
		world.remove(source);
	}

	function move(source: ModelSession, to: Ref, onConflict: "refuse" | "merge"): ModelSession {
		const target = world.find(to);
		if (target === source) return source;
		if (target && onConflict === "refuse") refuse("already_exists");
		const event = { change: "rekeyed", from: shown(source.ref), to: shown(to) };
		world.giveUserKeys(source, to);
		if (target) {
			merge(source, target, event);
			return target;
		}
		source.ref = to;
		source.events.push(lifecycle(event));
		return source;
	}

	/** A session with a copied history: shared state stays as it is. */
	function copyOf(source: ModelSession, to: Ref, upTo: number, start: [string, Json][]): ModelSession {
		const copy = world.add(to, { mode: "auto", title: source.title, metadata: {} });
		copy.base = source.base;
		copy.events = source.events.slice(0, upTo - source.base + 1).map((event) => ({ ...event }));
		const own = start.filter(([key]) => world.owner(key, source.ref) === "session");
		copy.start = new Map(own.filter(([key]) => world.owner(key, to) === "session"));
		if (source.ref.userId !== undefined && to.userId === undefined)
			copy.events = copy.events.map(leaveUserKeys);
		copy.state = world.replay(copy.start, copy.events, copy);
		return copy;
	}

	return {
		append({ ref, events, key, expect, old }) {
			const found = world.find(ref);
			const given = events.map((say) => world.eventOf(say) ?? refuse("invalid"));
			const content = JSON.stringify(given);
			const seen = key === undefined ? undefined : found?.keys.get(key);
			if (found && seen) {
				if (seen.content !== undefined && seen.content !== content) refuse("conflict");
				return world
					.events(found)
					.filter(({ offset }) => offset >= seen.first && offset < seen.first + seen.count);
			}
			if (expect !== undefined && expect !== 0 && (found ? world.head(found) : 0) + expect >= 0)
				refuse("conflict");
			const session = open(ref);
			const first = world.head(session);
			push(session, given, old);
			if (key !== undefined) session.keys.set(key, { content, first, count: given.length });
			return world.events(session).filter(({ offset }) => offset >= first && offset < first + given.length);
		},
		setState: ({ ref, set }) => {
			const kept = dropTemp(set);
			const event: ModelEvent = {
				kind: "state",
				source: "integration",
				data: {},
				old: false,
				stateDelta: { set: kept },
			};
			push(open(ref), Object.keys(kept).length > 0 ? [event] : []);
		},
		removeState: ({ ref, keys }) => {
			const remove = keys.filter((key) => !key.startsWith("temp:"));
			const event: ModelEvent = {
				kind: "state",
				source: "integration",
				data: {},
				old: false,
				stateDelta: { remove },
			};
			push(open(ref), remove.length > 0 ? [event] : []);
		},
		metadata({ ref, set, unset }) {
			if (unset.some((key) => Object.hasOwn(set, key))) refuse("invalid");
			const session = open(ref);
			const old = session.metadata.event_webhook_url;
			const kept = Object.entries(session.metadata).filter(([key]) => !unset.includes(key));
			session.metadata = Object.fromEntries([...kept, ...Object.entries(set)]) as Values;
			const url = session.metadata.event_webhook_url;
			if (old !== url) session.deliveries = session.deliveries.filter((one) => one !== old);
			if (typeof set.event_webhook_url === "string" && !session.deliveries.includes(set.event_webhook_url))
				session.deliveries.push(set.event_webhook_url);
		},
		title({ ref, title }) {
			open(ref).title = title ?? undefined;
		},
		mode({ ref, mode }) {
			const session = open(ref);
			if (session.mode === mode) return;
			push(session, [{ kind: "mode", source: "system", data: { from: session.mode, to: mode }, old: false }]);
			session.mode = mode;
		},
		human({ ref, text }) {
			const session = open(ref);
			const data = { role: "assistant", content: text, displayName: "Ann" };
			const first = world.head(session);
			push(session, [{ kind: "message", source: "human", data, old: false }]);
			return world.events(session).find(({ offset }) => offset === first);
		},
		end({ ref }) {
			const session = need(ref);
			if (session.ended) return;
			session.events.push(lifecycle({ change: "ended" }));
			session.ended = true;
		},
		create: ({ ref, init }) => (world.find(ref) ? refuse("already_exists") : world.view(create(ref, init))),
		open: ({ ref, init }) => world.view(world.find(ref) ?? create(ref, init)),
		fork({ ref, offset, to }) {
			const source = need(ref);
			if (offset < source.base) refuse("not_found");
			if (offset >= world.head(source)) refuse("invalid");
			if (world.find(to)) refuse("already_exists");
			const fork = copyOf(source, to, offset, [...source.start]);
			fork.events.push(
				lifecycle({ change: "forked", from: { agentId: ref.agentId, ...shown(ref), offset } }),
			);
			return world.view(fork);
		},
		rekey: ({ ref, to, onConflict }) => world.view(move(need(ref), { ...ref, ...to }, onConflict)),
		eraseEvents({ ref, offsets }) {
			const session = need(ref);
			const there = [...new Set(offsets)].filter((offset) => session.events[offset - session.base]);
			for (const offset of there) {
				const { kind, source, old } = session.events[offset - session.base] as ModelEvent;
				session.events[offset - session.base] = { kind, source, old, data: {}, erased: true };
				for (const seen of session.keys.values())
					if (offset >= seen.first && offset < seen.first + seen.count) seen.content = undefined;
			}
			session.state = world.replay(new Map(world.own(session.start, session)), session.events, session);
			return { ...newCounts(), events: there.length };
		},
		remove: ({ ref }) => world.erase((session) => session === world.find(ref)),
		sweep() {
			const report = { sessions: 0, events: 0, unread: 0, runs: 0 };
			for (const session of world.sessions) {
				const young = session.events.findIndex(({ old }) => !old);
				const gone = session.events.splice(0, young < 0 ? session.events.length : young);
				session.start = world.replay(session.start, gone, session);
				session.base += gone.length;
				report.sessions += gone.length > 0 ? 1 : 0;
				report.events += gone.length;
			}
			return report;
		},
		copy({ ref, to, onConflict }) {
			const source = need(ref);
			const existing = world.find(to);
			const report = {
				format: "holdfast",
				created: 0,
				replaced: 0,
				skipped: 0,
				events: 0,
				facts: 0,
				warnings: [],
			};
			if (existing && onConflict === "fail") refuse("already_exists");
			if (existing && onConflict === "skip") return { ...report, skipped: 1 };
			if (existing) world.remove(existing);
			const copy = copyOf(source, to, world.head(source), world.own(source.start, source));
			// It counts as stored now, however old the original is.
			for (const event of copy.events) event.old = false;
			Object.assign(copy, { mode: source.mode, metadata: source.metadata, ended: source.ended });
			return { ...report, [existing ? "replaced" : "created"]: 1, events: copy.events.length };
		},
		user({ id, variables, unset, metadata }) {
			const before = world.users.get(id) ?? { variables: {}, metadata: {} };
			const kept = Object.entries({ ...before.variables, ...variables }).filter(
				([key]) => !unset.includes(key),
			);
			const user = {
				variables: Object.fromEntries(kept) as Values,
				metadata: { ...before.metadata, ...metadata },
			};
			world.users.set(id, user);
			return { userId: id, ...user };
		},
		rekeyUser({ from, to, onConflict }) {
			if (from === to) refuse("invalid");
			if (!world.holds(from)) refuse("not_found");
			if (world.holds(to) && onConflict === "refuse") refuse("already_exists");
			world.giveShared(from, to);
			const sessions = world.sessions.filter(({ ref }) => ref.userId === from);
			for (const session of sessions) move(session, { ...session.ref, userId: to }, onConflict);
			const [source, target] = [world.users.get(from), world.users.get(to)];
			world.users.delete(from);
			if (source) {
				world.users.set(to, {
					variables: { ...source.variables, ...target?.variables },
					metadata: { ...source.metadata, ...target?.metadata },
				});
			}
			return { sessions: sessions.length };
		},
		removeUser: ({ id }) => world.erase(({ ref }) => ref.userId === id, { user: id }),
		eraseAgent: ({ agentId }) => world.erase(({ ref }) => ref.agentId === agentId, { agent: agentId }),
		eraseEverything: () => world.erase(() => true, {}),
		asOf({ ref, offset }) {
			const session = world.find(ref);
			if (!session) return {};
			if (offset < session.base) refuse("not_found");
			if (offset >= world.head(session)) refuse("invalid");
			const upTo = session.events.slice(0, offset - session.base + 1);
			return Object.fromEntries(world.replay(new Map(world.own(session.start, session)), upTo, session));
		},
		read({ ref, after, before = Number.POSITIVE_INFINITY, last, kinds }) {
			const found = world.find(ref);
			if (!found) return [];
			const some = world
				.events(found)
				.filter(
					({ offset, kind }) =>
						offset > after && offset < before && (!kinds || kinds.some((one) => one === kind)),
				);
			return last === undefined ? some : last === 0 ? [] : some.slice(-last);
		},
		byId({ sessionId }) {
			const found = world.sessions.filter(({ ref }) => ref.sessionId === sessionId);
			const [only] = found;
			if (!only) refuse("not_found");
			return found.length > 1 ? refuse("ambiguous") : world.view(only);
		},
		find({ externalId }) {
			const found = world.sessions.filter(({ metadata }) => metadata.external_id === externalId);
			return found.length > 1 ? refuse("ambiguous") : found[0] && world.view(found[0]);
		},
		list: ({ agentId, userId, ended }) =>
			world.views(
				(session) =>
					(agentId === undefined || session.ref.agentId === agentId) &&
					(userId === undefined || session.ref.userId === (userId ?? undefined)) &&
					(ended === undefined || session.ended === ended),
			),
		findUsers: ({ metadata }) => world.findUsers(metadata),
		look: ({ ref }) => world.look(ref),
		lookAround: () => ({
			sessions: world.views(() => true),
			users: world.findUsers({}),
		}),
	};
}
