import { canonicalJson, type Json, type StateDelta } from "../../event/index.ts";
import type { ErasureCounts } from "../../store/ports/index.ts";
import type { Ref, Say, Values } from "./commands.ts";

/** An event without what differs between two systems: ids and times. */
export interface ModelEvent {
	kind: string;
	source: string;
	data: Values;
	/** Stored long enough ago for retention to remove it. */
	old: boolean;
	stateDelta?: StateDelta;
	erased?: true;
}

type State = Map<string, Json>;

export interface ModelSession {
	ref: Ref;
	mode: "auto" | "manual";
	title: string | undefined;
	metadata: Values;
	/** The offset of the first kept event. */
	base: number;
	events: ModelEvent[];
	/** The session's own keys before the first kept event, and now. */
	start: State;
	state: State;
	keys: Map<string, { content: string | undefined; first: number; count: number }>;
	ended: boolean;
	deliveries: string[];
}

export interface ModelUser {
	variables: Values;
	metadata: Values;
}

/** Without the counts of background work, which the model does not know. */
export const newCounts = (): Omit<ErasureCounts, "facts" | "terms" | "vectors" | "jobs"> => ({
	sessions: 0,
	events: 0,
	state: 0,
	users: 0,
	keys: 0,
	deliveries: 0,
	runs: 0,
	spans: 0,
});

export const dropTemp = (values: Values): Values =>
	Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith("temp:"))) as Values;

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** The title of a session without one: the user's first message, or else anybody's. */
function openingOf(events: readonly ModelEvent[]): string | undefined {
	const said = events.filter(({ kind, erased }) => !erased && (kind === "message" || kind === "reply"));
	const opening = said.find(({ kind, source }) => kind === "message" && source === "user") ?? said[0];
	return opening?.data.content as string | undefined;
}

/** The whole state of the model, and how to read it. */
export class World {
	sessions: ModelSession[] = [];
	readonly users = new Map<string, ModelUser>();
	/** Shared state by agent and user. The agent's own state has no user. */
	readonly #shared: { agentId: string; userId: string | undefined; state: State }[] = [];

	find(ref: Ref): ModelSession | undefined {
		return this.sessions.find(({ ref: { agentId, userId, sessionId } }) => {
			return agentId === ref.agentId && userId === ref.userId && sessionId === ref.sessionId;
		});
	}

	add(ref: Ref, parts: Pick<ModelSession, "mode" | "title" | "metadata">): ModelSession {
		const empty = { base: 0, events: [], ended: false, deliveries: [] };
		const session = { ref, ...parts, ...empty, start: new Map(), state: new Map(), keys: new Map() };
		this.sessions.push(session);
		return session;
	}

	remove(session: ModelSession): void {
		this.sessions = this.sessions.filter((other) => other !== session);
	}

	head = (session: ModelSession): number => session.base + session.events.length;

	owner(key: string, ref: Ref): "session" | "user" | "app" {
		if (key.startsWith("app:")) return "app";
		return key.startsWith("user:") && ref.userId !== undefined ? "user" : "session";
	}

	shared(agentId: string, userId: string | undefined): State {
		const found = this.#shared.find((entry) => entry.agentId === agentId && entry.userId === userId);
		if (found) return found.state;
		const state: State = new Map();
		this.#shared.push({ agentId, userId, state });
		return state;
	}

	write(session: ModelSession, { set = {}, remove = [] }: StateDelta): void {
		const { agentId, userId } = session.ref;
		const place = (key: string): State => {
			const owner = this.owner(key, session.ref);
			return owner === "session"
				? session.state
				: this.shared(agentId, owner === "user" ? userId : undefined);
		};
		for (const [key, value] of Object.entries(set)) place(key).set(key, value);
		for (const key of remove) place(key).delete(key);
	}

	/** The part of a state that the session itself keeps. */
	own(state: State, { ref }: ModelSession): [string, Json][] {
		return [...state].filter(([key]) => this.owner(key, ref) === "session");
	}

	/** A state after these events, as far as the session itself keeps it. */
	replay(start: State, events: ModelEvent[], { ref }: ModelSession): State {
		const state = new Map(start);
		for (const { stateDelta: { set = {}, remove = [] } = {} } of events) {
			for (const [key, value] of Object.entries(set))
				if (this.owner(key, ref) === "session") state.set(key, value);
			for (const key of remove) if (this.owner(key, ref) === "session") state.delete(key);
		}
		return state;
	}

	/** The `user:` keys of an anonymous session become the user's, unless the user already has them. */
	giveUserKeys(session: ModelSession, to: Ref): void {
		if (session.ref.userId !== undefined || to.userId === undefined) return;
		const shared = this.shared(to.agentId, to.userId);
		for (const [key, value] of [...session.state]) {
			if (!key.startsWith("user:")) continue;
			if (!shared.has(key)) shared.set(key, value);
			session.state.delete(key);
		}
	}

	giveShared(from: string, to: string): void {
		for (const { agentId, userId, state } of [...this.#shared]) {
			if (userId !== from) continue;
			const target = this.shared(agentId, to);
			for (const [key, value] of state) if (!target.has(key)) target.set(key, value);
			state.clear();
		}
	}

	holds(user: string): boolean {
		const state = this.#shared.some(({ userId, state }) => userId === user && state.size > 0);
		return state || this.users.has(user) || this.sessions.some(({ ref }) => ref.userId === user);
	}

	/** Undefined if a key is both set and removed. */
	eventOf({ kind, text, set, remove }: Say): ModelEvent | undefined {
		const kept = { set: dropTemp(set), remove: remove.filter((key) => !key.startsWith("temp:")) };
		if (kept.remove.some((key) => Object.hasOwn(kept.set, key))) return undefined;
		const stateDelta = {
			...(Object.keys(kept.set).length > 0 && { set: kept.set }),
			...(kept.remove.length > 0 && { remove: kept.remove }),
		};
		const data = kind === "message" ? { role: "user", content: text } : { content: text };
		return {
			kind,
			source: "user",
			data,
			old: false,
			...(Object.keys(stateDelta).length > 0 && { stateDelta }),
		};
	}

	/** Removes sessions, and the shared state and users of the scope. Without a scope, only sessions. */
	erase(gone: (session: ModelSession) => boolean, scope?: { user?: string; agent?: string }) {
		const counts = newCounts();
		for (const session of this.sessions.filter(gone)) {
			counts.sessions += 1;
			counts.events += session.events.length;
			counts.state += session.state.size;
			counts.keys += session.keys.size;
			counts.deliveries += session.deliveries.length;
			this.remove(session);
		}
		if (!scope) return counts;
		for (const { agentId, userId, state } of this.#shared) {
			if ((scope.user ?? userId) !== userId || (scope.agent ?? agentId) !== agentId) continue;
			counts.state += state.size;
			state.clear();
		}
		for (const id of [...this.users.keys()]) {
			if (scope.agent === undefined && (scope.user ?? id) === id)
				counts.users += this.users.delete(id) ? 1 : 0;
		}
		return counts;
	}

	/** The log as it is read. */
	events(session: ModelSession) {
		return session.events.map(({ old, ...event }, i) => ({ offset: session.base + i, ...event }));
	}

	/** The record as it is read. */
	view(session: ModelSession) {
		const { ref, mode, metadata, events, ended } = session;
		const title = session.title ?? openingOf(events);
		const titleSet = session.title !== undefined && { titleSet: true };
		return {
			...ref,
			mode,
			...(title !== undefined && { title }),
			...titleSet,
			metadata,
			ended,
			head: this.head(session),
			eventCount: events.length,
			messageCount: events.filter(({ kind }) => kind === "message" || kind === "reply").length,
		};
	}

	views(wanted: (session: ModelSession) => boolean) {
		return this.sessions
			.filter(wanted)
			.map((session) => this.view(session))
			.sort(byRef);
	}

	look(ref: Ref) {
		const session = this.find(ref);
		if (!session) return undefined;
		const app = this.shared(ref.agentId, undefined);
		const user = ref.userId === undefined ? [] : this.shared(ref.agentId, ref.userId);
		const state = Object.fromEntries([...app, ...user, ...session.state]);
		const replayed = Object.fromEntries(
			this.replay(new Map(this.own(session.start, session)), session.events, session),
		);
		const events = this.events(session);
		return { session: this.view(session), events, state, ...(events.length > 0 && { replayed }) };
	}

	findUsers(metadata: Values) {
		const has = (user: ModelUser, [key, value]: [string, Json]): boolean =>
			Object.hasOwn(user.metadata, key) && canonicalJson(user.metadata[key] as Json) === canonicalJson(value);
		return [...this.users]
			.filter(([, user]) => Object.entries(metadata).every((entry) => has(user, entry)))
			.map(([userId, user]) => ({ userId, ...user }))
			.sort(byText);
	}
}

/** An order for lists that both sides can produce: the model does not know creation times. */
export function byRef(a: Ref, b: Ref): number {
	const text = ({ agentId, userId, sessionId }: Ref): string =>
		JSON.stringify([agentId, userId ?? null, sessionId]);
	return text(a) < text(b) ? -1 : 1;
}
