import { HoldfastError } from "../error/index.ts";
import {
	type AgentId,
	type EventId,
	type EventKind,
	type EventSource,
	encodeEvent,
	type JsonObject,
	type SessionId,
	type SessionUid,
	type StateDelta,
	type TenantId,
	type UserId,
	uuidV7,
} from "../event/index.ts";
import { deltaText, toWrites } from "../state/index.ts";
import {
	type AppendOutcome,
	type AppendUnit,
	type EventDraft,
	type SessionName,
	type SessionSeed,
	type SessionTarget,
	type Store,
	sessionName,
} from "../store/ports/index.ts";

/** The environment of one test: a tenant that nobody else uses. */
export interface Fixture {
	readonly store: Store;
	readonly tenant: TenantId;
	/** A session name in the fixture's tenant; by default of agent `agent` and without a user. */
	name(sessionId: string, owner?: Owner): SessionName;
	/** Appends to a session. Creates it if it is given by name and does not exist. */
	append(
		target: SessionName | SessionTarget,
		events: EventDraft[],
		parts?: Partial<AppendUnit>,
	): Promise<AppendOutcome>;
	/** Removes the events below an offset, as retention does. */
	prune(name: SessionName, below: number): Promise<void>;
	/** The text of every event of the session, oldest first. */
	texts(target: SessionName | SessionTarget): Promise<string[]>;
	/**
	 * Everything that the store holds for the session and the tenant. Equal snapshots mean that nothing was
	 * written.
	 */
	snapshot(name: SessionName): Promise<unknown>;
}

export interface Owner {
	agent?: string;
	user?: string;
	tenant?: TenantId;
}

/** Gives each test a fixture on the store of its suite. */
export type Setup = () => Fixture;

export const agent = (id: string): AgentId => id as AgentId;
export const user = (id: string): UserId => id as UserId;
export const newTenant = (): TenantId => `tenant-${uuidV7()}` as TenantId;
export const newUid = (): SessionUid => uuidV7() as SessionUid;

export interface DraftParts {
	kind?: EventKind;
	source?: EventSource;
	runId?: string;
	stateDelta?: StateDelta;
	at?: number;
	data?: JsonObject;
}

/** An event with this text. */
export function draft(text: string, parts: DraftParts = {}): EventDraft {
	const { kind = "message", source = "user", runId, stateDelta, at = Date.now() } = parts;
	const writes = toWrites(stateDelta);
	const delta = deltaText(writes);
	const body = encodeEvent({
		id: uuidV7() as EventId,
		kind,
		source,
		at: new Date(at).toISOString(),
		...(runId !== undefined && { runId }),
		data: JSON.stringify(parts.data ?? { role: "user", content: text }),
		...(delta !== undefined && { stateDelta: delta }),
	});
	return { kind, source, runId, body, writes };
}

export const drafts = (...texts: string[]): EventDraft[] => texts.map((text) => draft(text));

/** The text of an event: the reverse of `draft`. */
export function textOf(body: string): string {
	const { data } = JSON.parse(body) as { data: { content?: string; change?: string } };
	return data.content ?? data.change ?? "";
}

export const lifecycle = (change: string): EventDraft =>
	draft("", { kind: "session", source: "system", data: { change } });

export function seed(parts: Partial<SessionSeed> = {}): SessionSeed {
	const nothing = { mode: "auto" as const, title: undefined, metadata: {}, state: [], parent: undefined };
	return { uid: newUid(), ...nothing, createdAt: Date.now(), ...parts };
}

/** A unit of work that does only what `parts` sets. */
export function unit(target: SessionTarget, parts: Partial<AppendUnit> = {}): AppendUnit {
	return {
		target,
		create: "name" in target ? seed() : undefined,
		events: [],
		reopen: () => lifecycle("reopened"),
		patch: {},
		jobs: [],
		deliveries: [],
		endDeliveries: [],
		require: {},
		at: Date.now(),
		...parts,
	};
}

/** The error that a call was rejected with. Fails if the call succeeded. */
export async function refusal(call: Promise<unknown>): Promise<HoldfastError> {
	try {
		await call;
	} catch (error) {
		if (HoldfastError.isInstance(error)) return error;
		throw error;
	}
	throw new Error("the call went through, and should have been refused");
}

export const everything = { after: -1, limit: 1_000_000 };

export function createFixture(store: Store, tenant: TenantId = newTenant()): Fixture {
	const targetOf = (target: SessionName | SessionTarget): SessionTarget =>
		"key" in target ? { name: target } : target;
	return {
		store,
		tenant,
		name: (sessionId, { agent: agentId = "agent", user: userId, tenant: owner = tenant } = {}) =>
			sessionName({
				tenant: owner,
				agentId: agent(agentId),
				userId: userId === undefined ? undefined : user(userId),
				sessionId: sessionId as SessionId,
			}),
		append: (target, events, parts = {}) => store.log.append(unit(targetOf(target), { events, ...parts })),
		async prune(name, below) {
			const session = await store.sessions.get({ name });
			const mark = (consolidatedTo: number) =>
				store.log.append(unit({ name }, { create: undefined, patch: { consolidatedTo } }));
			await mark(below);
			await store.sessions.prune({ name }, { storedBefore: Number.MAX_SAFE_INTEGER, consolidatedOnly: true });
			await mark(session?.consolidatedTo ?? 0);
		},
		async texts(target) {
			const page = await store.log.read(targetOf(target), everything);
			return page?.events.map(({ body }) => textOf(body)) ?? [];
		},
		async snapshot(name) {
			return {
				session: await store.sessions.get({ name }),
				log: await store.log.read({ name }, everything),
				state: await store.state.read({ name }),
				jobs: await store.work.jobs({ tenant, limit: 100 }),
				deliveries: await store.deliveries.list({ tenant, limit: 100 }),
				runs: await store.runs.list({ tenant, limit: 1_000 }),
				line: await store.runs.line({ name }),
				spaces: await store.facts.spaces(tenant),
				counts: await store.erasure.count({ tenant, everything: true }),
			};
		},
	};
}
