import type {
	AgentId,
	EventKind,
	EventSource,
	JsonObject,
	SessionId,
	SessionMode,
	SessionUid,
	TenantId,
	UserId,
} from "../../../event/index.ts";
import { EXTERNAL_ID, parseState, stateJson } from "../../../state/index.ts";
import {
	type DeliveryRecord,
	isOpen,
	newSessionRecord,
	type RunStatus,
	type SpanRecord,
	type TransferRow,
	type TransferValue,
} from "../../ports/index.ts";
import { type RowOf, rowReader, rowWriter, SESSION_COLUMNS } from "../../session-columns.ts";
import { newSession } from "../append-events.ts";
import type { MemoryData } from "../data.ts";
import { readSpans } from "../runs.ts";
import type { MemoryDelivery, MemoryEvent, MemoryRun, MemorySession } from "../stored.ts";
import { deliveryKey } from "../subscriptions.ts";
import {
	comparePlaces,
	compareText,
	inOrder,
	jsonOf,
	jsonOrUndefined,
	type MemoryKind,
	orUndefined,
	type Placed,
	textOf,
} from "./kind.ts";

type Values = TransferValue[];

const columnsOf = rowWriter(SESSION_COLUMNS);
const fieldsOf = rowReader(SESSION_COLUMNS);

/** The sessions of a tenant, in order of creation. */
function sessionsOf(data: MemoryData, tenant: TenantId): MemorySession[] {
	return [...data.byUid.values()]
		.filter(({ record }) => record.tenant === tenant)
		.sort((a, b) => comparePlaces(placeOf(a), placeOf(b)));
}

const placeOf = ({ record }: MemorySession): [number, string] => [record.createdAt, record.uid];

const byFirst = (a: Values, b: Values): number =>
	String(a[0]) === String(b[0])
		? compareText(String(a[1]), String(b[1]))
		: compareText(String(a[0]), String(b[0]));

const deliveryValues = ({ record, aliveUntil }: MemoryDelivery): Values => [
	// For a subscription, the subscription has the URL and the filters.
	record.subscription === undefined ? record.url : "",
	record.subscription ?? "",
	record.subscription === undefined && record.events ? JSON.stringify(record.events) : null,
	record.nextOffset,
	record.status,
	record.attempts,
	record.dueAt,
	record.createdAt,
	record.token,
	aliveUntil ?? null,
	record.failingSince ?? null,
	record.error ?? null,
];

const runValues = ({ facts, aliveUntil }: MemoryRun): Values => [
	facts.id,
	facts.parentId ?? null,
	facts.rootId,
	facts.status,
	isOpen(facts.status) ? aliveUntil : 0,
	facts.fence ?? null,
	facts.inputOffset ?? null,
	facts.outputOffset ?? null,
	facts.endOffset ?? null,
	facts.createdAt,
	facts.startedAt ?? null,
	facts.endedAt ?? null,
	JSON.stringify(facts.detail),
	textOf(facts.usage),
	textOf(facts.error),
	facts.queued ?? null,
];

function toRow(session: MemorySession): TransferRow {
	const { record } = session;
	const externalId = record.metadata[EXTERNAL_ID];
	const keys = [...session.keys].map(
		([key, { fingerprint, firstOffset, count }]): Values => [key, fingerprint, firstOffset, count],
	);
	return {
		key: [record.uid],
		values: {
			...columnsOf(record),
			name_key: session.nameKey,
			external_id: typeof externalId === "string" ? externalId : null,
			base_state: stateJson(session.baseState),
			blanked: session.blanked,
			state: JSON.stringify([...session.state].sort(byFirst)),
			keys: JSON.stringify(keys.sort(byFirst)),
			deliveries: JSON.stringify([...session.deliveries.values()].map(deliveryValues).sort(byFirst)),
			runs: JSON.stringify([...session.runs].sort((a, b) => a.no - b.no).map(runValues)),
		},
	};
}

function toDelivery(data: MemoryData, tenant: TenantId, uid: SessionUid, values: Values): MemoryDelivery {
	const [own, subscription, filters, nextOffset, status, attempts, dueAt, createdAt, ...rest] = values;
	const [token, alive, failing, error] = rest;
	const wanted = data.subscriptions.get(tenant)?.get(String(subscription));
	const url = wanted?.url ?? String(own);
	const events = wanted ? wanted.events : (jsonOrUndefined<string[]>(filters) ?? undefined);
	return {
		record: {
			tenant,
			uid,
			url,
			events,
			status: status as DeliveryRecord["status"],
			subscription: subscription === "" ? undefined : String(subscription),
			nextOffset: Number(nextOffset),
			attempts: Number(attempts),
			dueAt: Number(dueAt),
			createdAt: Number(createdAt),
			token: Number(token),
			error: orUndefined<string>(error),
			failingSince: orUndefined<number>(failing),
		},
		aliveUntil: orUndefined<number>(alive),
	};
}

function addRun(data: MemoryData, session: MemorySession, values: Values): void {
	const [id, parent, root, status, alive, fence, input, output, end, created, started, ended, ...texts] =
		values;
	const [detail, usage, error, queued] = texts;
	const run: MemoryRun = {
		no: data.nextNo(),
		session,
		facts: {
			id: String(id),
			parentId: orUndefined<string>(parent),
			rootId: String(root),
			status: status as RunStatus,
			fence: orUndefined<number>(fence),
			inputOffset: orUndefined<number>(input),
			outputOffset: orUndefined<number>(output),
			endOffset: orUndefined<number>(end),
			createdAt: Number(created),
			startedAt: orUndefined<number>(started),
			endedAt: orUndefined<number>(ended),
			detail: jsonOf<JsonObject>(detail),
			usage: jsonOrUndefined<JsonObject>(usage),
			error: jsonOrUndefined<JsonObject>(error),
			queued: orUndefined<string>(queued),
		},
		aliveUntil: Number(alive ?? 0),
		spans: [],
	};
	data.runs.set(data.runKey(session.record.tenant, run.facts.id), run);
	session.runs.add(run);
	if (isOpen(run.facts.status)) session.line.add(run);
}

/** The existing session, or a new one. */
function place(data: MemoryData, tenant: TenantId, uid: SessionUid, values: TransferRow["values"]) {
	const known = data.find({ uid, tenant });
	const key = String(values.name_key);
	const holder = data.byName.get(key);
	// Two sessions may have swapped names: the other one gets its own name when its row is loaded.
	if (holder && holder !== known) {
		data.byName.delete(key);
		holder.nameKey = holder.record.uid;
		data.byName.set(holder.nameKey, holder);
	}
	if (known) {
		data.byName.delete(known.nameKey);
		for (const { facts } of known.runs) data.runs.delete(data.runKey(tenant, facts.id));
		known.events.splice(0, Math.max(0, Number(values.base) - known.record.base));
	}
	const seed = { uid, mode: values.mode as SessionMode, title: undefined, metadata: {}, state: [] };
	const named = {
		tenant,
		key,
		agentId: values.agent_id as AgentId,
		sessionId: values.session_id as SessionId,
		userId: orUndefined<UserId>(values.user_id),
	};
	const session =
		known ?? newSession(data, named, newSessionRecord(named, { ...seed, parent: undefined, createdAt: 0 }));
	session.nameKey = key;
	data.insert(named, session);
	return session;
}

function loadSession(data: MemoryData, tenant: TenantId, { key, values }: TransferRow): boolean {
	const uid = String(key[0]) as SessionUid;
	const session = place(data, tenant, uid, values);
	Object.assign(session.record, fieldsOf(values as RowOf<typeof SESSION_COLUMNS>));
	session.blanked = Number(values.blanked);
	session.baseState = parseState(String(values.base_state));
	session.state = new Map(jsonOf<[string, string][]>(values.state));
	const keys = jsonOf<[string, string, number, number][]>(values.keys);
	session.keys = new Map(
		keys.map(([name, fingerprint, firstOffset, count]) => [name, { fingerprint, firstOffset, count }]),
	);
	const deliveries = jsonOf<Values[]>(values.deliveries).map((one) => toDelivery(data, tenant, uid, one));
	session.deliveries.clear();
	for (const one of deliveries) data.setDelivery(session, deliveryKey(one.record), one);
	session.runs.clear();
	session.line.clear();
	for (const run of jsonOf<Values[]>(values.runs)) addRun(data, session, run);
	return true;
}

export const sessionKind: MemoryKind = {
	list: (data, tenant) =>
		sessionsOf(data, tenant).map((session) => ({ place: placeOf(session), row: () => toRow(session) })),
	load: loadSession,
	remove(data, tenant, [uid]) {
		const session = data.find({ uid: String(uid) as SessionUid, tenant });
		if (session) data.remove(session);
	},
};

const eventRow = (uid: string, offset: number, event: MemoryEvent): TransferRow => ({
	key: [uid, offset],
	values: {
		kind: event.kind,
		source: event.source,
		run_id: event.runId ?? null,
		delta: event.hasDelta ? 1 : null,
		body: event.body,
		stored_at: event.storedAt,
	},
});

export const eventKind: MemoryKind = {
	*list(data, tenant): Generator<Placed> {
		for (const session of sessionsOf(data, tenant)) {
			const { uid, base } = session.record;
			for (const [i, event] of session.events.entries())
				yield { place: [...placeOf(session), base + i], row: () => eventRow(uid, base + i, event) };
		}
	},
	load(data, tenant, { key, values }) {
		const session = data.find({ uid: String(key[0]) as SessionUid, tenant });
		if (!session) return false;
		session.events[Number(key[1]) - session.record.base] = {
			kind: values.kind as EventKind,
			source: values.source as EventSource,
			runId: orUndefined<string>(values.run_id),
			body: String(values.body),
			hasDelta: values.delta === 1,
			storedAt: Number(values.stored_at ?? 0),
		};
		return true;
	},
	remove(data, tenant, [uid, offset]) {
		const session = data.find({ uid: String(uid) as SessionUid, tenant });
		// A log has no gaps: removed rows are at its end, or were removed with its beginning.
		const at = session ? Number(offset) - session.record.base : -1;
		if (session && at >= 0 && at < session.events.length) session.events.length = at;
	},
};

export const segmentKind: MemoryKind = {
	*list(data, tenant): Generator<Placed> {
		for (const session of sessionsOf(data, tenant)) {
			for (const { from, to, documents, vectors, body } of session.segments) {
				const values = { to_offset: to, documents, vectors, body: new Uint8Array(body) };
				const key = [session.record.uid, from];
				yield { place: [...placeOf(session), from], row: () => ({ key, values }) };
			}
		}
	},
	load(data, tenant, { key, values }) {
		const session = data.find({ uid: String(key[0]) as SessionUid, tenant });
		if (!session) return false;
		const segment = {
			from: Number(key[1]),
			to: Number(values.to_offset),
			documents: Number(values.documents),
			vectors: Number(values.vectors),
			body: new Uint8Array(values.body as Uint8Array),
		};
		const others = session.segments.filter(({ from }) => from !== segment.from);
		session.segments = [...others, segment].sort((a, b) => a.from - b.from);
		return true;
	},
	remove(data, tenant, [uid, offset]) {
		const session = data.find({ uid: String(uid) as SessionUid, tenant });
		if (session) session.segments = session.segments.filter(({ from }) => from !== Number(offset));
	},
};

const runsIn = (data: MemoryData, tenant: TenantId): MemoryRun[] =>
	[...data.runs.values()].filter(({ session }) => session.record.tenant === tenant);

export const spanKind: MemoryKind = {
	list(data, tenant) {
		const roots = new Map<string, Placed>();
		const runs = runsIn(data, tenant).filter(({ spans }) => spans.length > 0);
		for (const { facts } of runs) {
			const { rootId } = facts;
			const top = data.run(tenant, rootId)?.facts ?? facts;
			roots.set(rootId, {
				place: [top.createdAt, rootId],
				row: () => ({
					key: [rootId],
					values: { spans: JSON.stringify(readSpans(data, tenant, rootId)) },
				}),
			});
		}
		return inOrder(roots.values());
	},
	load(data, tenant, { key, values }) {
		const runs = runsIn(data, tenant).filter(({ facts }) => facts.rootId === key[0]);
		for (const run of runs) run.spans = [];
		for (const span of jsonOf<SpanRecord[]>(values.spans)) {
			const run = runs.find(({ facts }) => facts.id === span.runId);
			const { id, runId, parentId, kind, name, startedAt, endedAt, error, attributes } = span;
			const whole = { id, runId, parentId, kind, name, startedAt, endedAt, error, attributes };
			run?.spans.push({ no: data.nextNo(), span: whole });
		}
		return runs.length > 0;
	},
	remove(data, tenant, [rootId]) {
		for (const run of runsIn(data, tenant)) if (run.facts.rootId === rootId) run.spans = [];
	},
};
