import { sessionWrites } from "../../state/index.ts";
import {
	type AppendOutcome,
	type AppendUnit,
	keyReused,
	newSessionRecord,
	noParent,
	noSession,
	planAppend,
	planDeliveries,
	type RecordPlan,
	type SessionName,
	type SessionRecord,
	sessionExists,
	touchesRecord,
} from "../ports/index.ts";
import type { MemoryData } from "./data.ts";
import type { MemorySession } from "./stored.ts";
import { newDelivery, oweSubscriptions } from "./subscriptions.ts";
import { appendJob } from "./work.ts";
import { checkSpans, runFacts, writeRun } from "./write-run.ts";

/** A session that is not in the data yet. */
export function newSession(data: MemoryData, name: SessionName, record: SessionRecord): MemorySession {
	return {
		no: data.nextNo(),
		record: { ...record, metadata: structuredClone(record.metadata) },
		nameKey: name.key,
		baseState: new Map(),
		state: new Map(),
		events: [],
		keys: new Map(),
		deliveries: new Map(),
		runs: new Set(),
		line: new Set(),
		blanked: 0,
		segments: [],
		cited: new Set(),
	};
}

function replay(session: MemorySession, unit: AppendUnit): AppendOutcome | undefined {
	const key = unit.require.idempotency;
	const seen = key && session.keys.get(key.key);
	if (!key || !seen) return undefined;
	// Empty after one of its events was erased: then there is nothing to compare with.
	if (seen.fingerprint !== "" && seen.fingerprint !== key.fingerprint) {
		throw keyReused(key.key);
	}
	const { uid, base, head, fence, mode } = session.record;
	const replayed = [];
	for (let offset = Math.max(seen.firstOffset, base); offset < seen.firstOffset + seen.count; offset++) {
		const event = session.events[offset - base];
		if (event) replayed.push({ offset, body: event.body });
	}
	return { uid, firstOffset: seen.firstOffset, head, fence, mode, created: false, replayed };
}

/** The session's own webhook URLs. */
const ownUrls = ({ deliveries }: MemorySession): string[] =>
	[...deliveries.values()].flatMap(({ record }) => (record.subscription === undefined ? [record.url] : []));

function planRecord(found: MemorySession | undefined, unit: AppendUnit): RecordPlan | undefined {
	if (!found) return planDeliveries(unit, { before: {}, urls: [], created: unit.create?.metadata });
	return touchesRecord(unit)
		? planDeliveries(unit, { before: found.record.metadata, urls: ownUrls(found) })
		: undefined;
}

function writeRecord(
	data: MemoryData,
	session: MemorySession,
	plan: RecordPlan,
	from: number,
	at: number,
): void {
	if (plan.metadata) session.record.metadata = structuredClone(plan.metadata);
	for (const url of plan.end) session.deliveries.delete(url);
	for (const { url, events } of plan.begin) {
		const wanted = events === "kept" ? undefined : events?.slice();
		const found = session.deliveries.get(url);
		if (!found) {
			const own = { subscription: undefined, url, events: wanted };
			data.setDelivery(session, url, newDelivery(session, own, from, at));
		} else if (events !== "kept") found.record.events = wanted;
	}
}

/** All checks come before the first change: a refused unit changes nothing. */
export function appendEvents(data: MemoryData, unit: AppendUnit): AppendOutcome {
	const found = data.find(unit.target);
	const name = "name" in unit.target ? unit.target.name : undefined;
	if (found && unit.require.absent && name) throw sessionExists(name, "use open to get or create it");
	const first = found && replay(found, unit);
	if (first) return first;
	const session =
		found ?? (name && unit.create && newSession(data, name, newSessionRecord(name, unit.create)));
	if (!session) throw noSession(unit.target);
	const parent = found ? undefined : session.record.parent;
	if (parent !== undefined && !data.find({ uid: parent, tenant: session.record.tenant }))
		throw noParent(parent);
	const plan = planAppend(session.record, unit, runFacts(data, session, unit));
	const storeSpans = unit.run && checkSpans(data, session.record.tenant, unit.run);
	const { patch } = unit;
	const record = planRecord(found, unit);

	if (!found && unit.create && name) {
		data.insert(name, session);
		data.write(session, unit.create.state);
		for (const { key, value } of sessionWrites(unit.create.state, session.record.userId !== undefined)) {
			if (value !== null) session.baseState.set(key, value);
		}
	}
	for (const event of plan.events) {
		const { kind, source, runId, body, writes } = event;
		session.events.push({ kind, source, runId, body, hasDelta: writes.length > 0, storedAt: unit.at });
		data.write(session, writes);
	}
	if (unit.run) writeRun(data, session, unit.run, plan);
	storeSpans?.();
	Object.assign(session.record, plan.next);
	if (patch.title !== undefined) session.record.title = patch.title ?? undefined;
	const { uid, tenant } = session.record;
	for (const job of plan.jobs) appendJob(data, tenant, uid, job, unit.at);
	if (record) writeRecord(data, session, record, plan.from, unit.at);
	if (plan.events.length > 0) oweSubscriptions(data, session, plan.from);
	const key = unit.require.idempotency;
	if (key) {
		session.keys.set(key.key, {
			fingerprint: key.fingerprint,
			firstOffset: plan.firstOffset,
			count: unit.events.length,
		});
	}
	return {
		uid,
		firstOffset: plan.firstOffset,
		head: plan.next.head,
		fence: plan.next.fence,
		mode: plan.next.mode,
		created: !found,
		replayed: undefined,
	};
}
