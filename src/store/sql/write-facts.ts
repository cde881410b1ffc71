import type { SessionUid, TenantId } from "../../event/index.ts";
import {
	changedMeanwhile,
	type FactDraft,
	type FactOutcome,
	type FactPort,
	type FactPut,
	type FactUnit,
	noSession,
} from "../ports/index.ts";
import { change, first, type Sql, type SqlValue, tell } from "./call.ts";
import {
	type FactSession,
	findOwner,
	needOwner,
	type OwnerRow,
	removal,
	shareSessionOf,
	takeRevisions,
	touchOwner,
} from "./fact-owners.ts";
import { FROM_SESSIONS } from "./find-session.ts";
import { isEmbedder } from "./segments.ts";

const COLUMNS = `agent_id, floating, content, digest, status, importance, confidence, pinned, detail, created_at,
	updated_at, rev, vector, entry`;
// Without RETURNING: SQLite would journal each statement separately, which takes longer than the rest.
const INSERT = `INSERT INTO {facts} (no, tenant, id, space_no, owner_no, ${COLUMNS})
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tenant, id) DO NOTHING`;
const UPDATE = `UPDATE {facts} SET space_no = ?, owner_no = ?, agent_id = ?, floating = ?, content = ?, digest = ?,
	status = ?, importance = ?, confidence = ?, pinned = ?, detail = ?, created_at = ?, updated_at = ?, rev = ?,
	vector = ?, entry = ? WHERE {mine} AND no = ?`;
const BY_ID = "SELECT no, rev, owner_no, space_no FROM {facts} WHERE tenant = ? AND id = ?";
const TWIN = `SELECT no, id FROM {facts} WHERE {mine} AND owner_no = ? AND digest = ? AND status = 'active'
	ORDER BY no LIMIT 1`;
const INSERT_SOURCE = `INSERT INTO {fact_sources} (session_no, "offset", fact_no) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`;
const INSERT_CHANGE = "INSERT INTO {fact_changes} (fact_no, n, at, body) VALUES (?, ?, ?, ?)";

interface StoredFact {
	no: number;
	rev: number;
	owner: Pick<OwnerRow, "no" | "spaceNo">;
}

/** The owner's active fact with this digest. */
export function* findTwin(ownerNo: number, digest: string): Sql<{ no: number; id: string } | undefined> {
	const found = (yield first(TWIN, [ownerNo, digest])) as [number, string] | undefined;
	return found && { no: found[0], id: found[1] };
}

/** Removes a fact's rows. */
export function* dropFact(no: number): Sql<void> {
	yield tell("DELETE FROM {fact_sources} WHERE {mine} AND fact_no = ?", no);
	yield tell("DELETE FROM {fact_changes} WHERE {mine} AND fact_no = ?", no);
	yield tell("DELETE FROM {facts} WHERE {mine} AND no = ?", no);
}

/**
 * The parameters of a statement that writes a fact: its key, its columns, and the number of an existing fact.
 */
function values(
	before: readonly SqlValue[],
	fact: FactDraft,
	floating: boolean,
	rev: number,
	after: readonly SqlValue[],
): SqlValue[] {
	return [
		...before,
		fact.agentId,
		floating ? 1 : 0,
		fact.content,
		fact.digest,
		fact.status,
		fact.importance,
		fact.confidence,
		fact.pinned ? 1 : 0,
		JSON.stringify(fact.detail),
		fact.createdAt,
		fact.updatedAt,
		rev,
		fact.entry && fact.vector ? 1 : 0,
		fact.entry ?? null,
		...after,
	];
}

/** The existing sessions that a unit refers to, by uid. */
type Sessions = ReadonlyMap<SessionUid, FactSession>;
const NOBODY: Sessions = new Map();

/** Locks the sessions of the unit: exclusively for the consolidation mark, shared for the others. */
function* lockSessions({ tenant, put, owners, consolidated }: FactUnit): Sql<Sessions> {
	const uids = new Set<SessionUid>();
	if (consolidated) uids.add(consolidated.uid);
	for (const { owner } of owners ?? []) if (owner.uid !== undefined) uids.add(owner.uid);
	for (const { fact, sources } of put) {
		if (fact.owner.uid !== undefined) uids.add(fact.owner.uid);
		for (const { uid } of sources) uids.add(uid);
	}
	if (uids.size === 0) return NOBODY;
	const found = new Map<SessionUid, FactSession>();
	// Always in the same order, to avoid deadlocks.
	for (const uid of [...uids].sort()) {
		const lock = uid === consolidated?.uid ? lockMarked : shareSessionOf;
		const session = yield* lock(uid, tenant);
		if (session) found.set(uid, session);
	}
	return found;
}

const MARKED = `SELECT s.no, s.user_id, h.consolidated_to, h.blanked ${FROM_SESSIONS}
	WHERE s.uid = ? AND s.tenant = ? {lock:s,h}`;

interface MarkedSession extends FactSession {
	consolidatedTo: number;
	blanked: number;
}

function* lockMarked(uid: SessionUid, tenant: TenantId): Sql<MarkedSession | undefined> {
	const found = (yield first(MARKED, [uid, tenant])) as [number, string | null, number, number] | undefined;
	return found && { no: found[0], userId: found[1], consolidatedTo: found[2], blanked: found[3] };
}

/** A unit in progress: what it has read, and which owners it has changed. */
class Unit {
	readonly #tenant: TenantId;
	#rev: number;
	readonly #sessions: Sessions;
	readonly #owners = new Map<string, OwnerRow>();
	readonly #touched = new Map<number, { owner: Pick<OwnerRow, "no" | "spaceNo">; rev: number }>();

	constructor(tenant: TenantId, sessions: Sessions, firstRev: number) {
		this.#tenant = tenant;
		this.#sessions = sessions;
		this.#rev = firstRev;
	}

	*remove(id: string): Sql<number> {
		const fact = yield* this.#find(id);
		if (!fact) return 0;
		yield* dropFact(fact.no);
		yield* this.#leave(fact, this.#rev++);
		return 1;
	}

	*put({ fact, sources, change: history, expect }: FactPut): Sql<{ id: string; created: boolean }> {
		const rev = this.#rev++;
		const { owner, floating } = yield* this.#place(fact, rev);
		let no: number;
		const created = expect === "new";
		if (created) {
			const twin = yield* findTwin(owner.no, fact.digest);
			if (twin) return { id: twin.id, created: false };
			no = rev;
			const key = [no, this.#tenant, fact.id, owner.spaceNo, owner.no];
			if ((yield change(INSERT, values(key, fact, floating, rev, []))) !== 1) {
				throw changedMeanwhile({
					precondition: "fact",
					message: `fact ${fact.id} already exists`,
					expected: "new",
					actual: "exists",
				});
			}
		} else {
			const stored = yield* this.#find(fact.id);
			if (stored?.rev !== expect.rev || !stored) {
				const message = `fact ${fact.id} was changed or deleted in the meantime; read it again`;
				throw changedMeanwhile({ precondition: "fact", message, expected: expect.rev, actual: stored?.rev });
			}
			no = stored.no;
			yield tell(UPDATE, ...values([owner.spaceNo, owner.no], fact, floating, rev, [no]));
			if (stored.owner.no !== owner.no) yield* this.#leave(stored, rev);
		}
		this.#touched.set(owner.no, { owner, rev });
		for (const { uid, offset } of sources) {
			const session = this.#sessions.get(uid);
			if (session) yield tell(INSERT_SOURCE, session.no, offset, no);
		}
		if (history) yield tell(INSERT_CHANGE, no, rev, history.at, JSON.stringify(history.body));
		return { id: fact.id, created };
	}

	*finish(): Sql<void> {
		for (const { owner, rev } of this.#touched.values()) yield* touchOwner(owner, rev);
	}

	/** The owner no longer has the fact. */
	*#leave({ no, owner }: StoredFact, rev: number): Sql<void> {
		yield removal(owner, rev, no);
		this.#touched.set(owner.no, { owner, rev });
	}

	*#find(id: string): Sql<StoredFact | undefined> {
		const found = (yield first(BY_ID, [this.#tenant, id])) as [number, number, number, number] | undefined;
		return found && { no: found[0], rev: found[1], owner: { no: found[2], spaceNo: found[3] } };
	}

	/** The owner of a fact. A floating fact goes to the user, if its session has one by now. */
	*#place({ owner, floating }: FactDraft, rev: number): Sql<{ owner: OwnerRow; floating: boolean }> {
		const { space, uid, userId } = owner;
		const session = uid === undefined ? undefined : this.#sessions.get(uid);
		if (uid !== undefined && !session) throw noSession({ uid, tenant: this.#tenant });
		const landed = floating ? (session?.userId ?? undefined) : undefined;
		const key = {
			space,
			userId: landed ?? (session ? "" : (userId ?? "")),
			sessionNo: session && landed === undefined ? session.no : 0,
		};
		// None of these can contain a NUL.
		const name = `${key.sessionNo}\0${key.userId}\0${space}`;
		const known = this.#owners.get(name) ?? (yield* needOwner(this.#tenant, key, rev));
		this.#owners.set(name, known);
		return { owner: known, floating: floating && key.sessionNo !== 0 };
	}
}

function* checkOwners(owners: FactUnit["owners"] = []): Sql<void> {
	for (const { owner, rev } of owners) {
		const actual = (yield* findOwner(owner))?.rev ?? 0;
		if (actual === rev) continue;
		throw changedMeanwhile({
			precondition: "facts",
			message: "the owner's facts were changed in the meantime; read them again",
			expected: rev,
			actual,
		});
	}
}

function* moveMark(mark: FactUnit["consolidated"], sessions: Sessions): Sql<void> {
	if (!mark) return;
	const session = sessions.get(mark.uid) as MarkedSession | undefined;
	if (session?.consolidatedTo !== mark.from || (mark.blanked ?? session.blanked) !== session.blanked) {
		const message = "the session was consolidated by another process or deleted in the meantime";
		throw changedMeanwhile({
			precondition: "consolidated",
			message,
			expected: mark.from,
			actual: session?.consolidatedTo,
		});
	}
	yield tell("UPDATE {heads} SET consolidated_to = ? WHERE {mine} AND no = ?", mark.to, session.no);
}

/** A vector of an embedder that the tenant no longer uses is rebuilt later. */
const withoutVector = (put: FactPut): FactPut =>
	put.fact.vector ? { ...put, fact: { ...put.fact, entry: undefined, vector: false } } : put;

/**
 * Commits a unit on facts. Checks and writes alternate: run it in a transaction that rolls back on a refusal.
 */
export function* commitFacts(unit: FactUnit): Sql<FactOutcome> {
	const { tenant, put, remove } = unit;
	const sessions = yield* lockSessions(unit);
	const changes = put.length + remove.length;
	const firstRev = changes > 0 || unit.owners ? yield* takeRevisions(changes) : 0;
	yield* checkOwners(unit.owners);
	yield* moveMark(unit.consolidated, sessions);
	if (changes === 0) return { facts: [], removed: 0 };
	const work = new Unit(tenant, sessions, firstRev);
	const hasVectors = yield* isEmbedder(tenant, unit.embedder);
	let removed = 0;
	for (const id of remove) removed += yield* work.remove(id);
	const facts: FactOutcome["facts"] = [];
	for (const one of put) facts.push(yield* work.put(hasVectors ? one : withoutVector(one)));
	yield* work.finish();
	return { facts, removed };
}

/** Stores rebuilt entries. */
export function* indexFacts(
	tenant: TenantId,
	entries: Parameters<FactPort["index"]>[1],
	embedder: string | undefined,
): Sql<void> {
	const hasVectors = yield* isEmbedder(tenant, embedder);
	const text = "UPDATE {facts} SET entry = ?, vector = ? WHERE tenant = ? AND id = ? AND rev = ?";
	for (const { id, rev, entry, vector } of entries) {
		if (vector && !hasVectors) continue;
		yield tell(text, entry, vector ? 1 : 0, tenant, id, rev);
	}
}
