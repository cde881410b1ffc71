import { readMemoryOverrides } from "../agent/index.ts";
import { HoldfastError } from "../error/index.ts";
import { exportSession, type Platform, refOf } from "../session/index.ts";
import { parseState, stateJson } from "../state/index.ts";
import type {
	SessionRecord,
	TransferCursor,
	TransferKind,
	TransferPage,
	TransferRow,
} from "../store/ports/index.ts";
import { exportFacts } from "./export-facts.ts";
import { TENANT_HEADER } from "./tenant-format.ts";

const PAGE = 200;
/** Approximate size of a state line. A scope with more takes several lines. */
const STATE_LINE = 4 * 1024 * 1024;

type Lines = AsyncGenerator<string, void, undefined>;

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;
const iso = (ms: number): string => new Date(ms).toISOString();
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The tenant as JSON Lines: memory settings of agents, users, shared state, sessions and facts. Each part is in an
 * order that an import preserves, so that equal content gives equal bytes.
 */
export async function* exportTenant(platform: Platform): Lines {
	yield TENANT_HEADER;
	yield* exportSettings(platform);
	yield* exportUsers(platform);
	yield* exportState(platform);
	const last: { at: number } = { at: Number.NEGATIVE_INFINITY };
	yield* exportSessions(platform, last);
	// A session that was created later is not in the file, so its facts would have no owner there.
	yield* exportFacts(platform, (session) => session.createdAt <= last.at);
}

async function* exportSettings(platform: Platform): Lines {
	const overrides = [...(await readMemoryOverrides(platform))].sort(([a], [b]) => byText(a, b));
	for (const [agentId, { memory, changedAt }] of overrides)
		yield lineOf({ type: "agent_memory", agentId, memory, changedAt: iso(changedAt) });
}

async function* exportUsers({ store, tenant }: Platform): Lines {
	for (let after: SessionRecord["userId"]; ; ) {
		const page = await store.users.list(tenant, { after, limit: PAGE });
		for (const { userId, displayName, variables, metadata, createdAt, updatedAt } of page) {
			const times = { createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
			yield lineOf({ type: "user", userId, displayName, variables, metadata, ...times });
		}
		after = page.at(-1)?.userId;
		if (page.length < PAGE) return;
	}
}

/** The pages of a list with cursors. */
async function* pages<T>(
	read: (after: TransferCursor | undefined) => Promise<TransferPage<T>>,
): AsyncGenerator<T[], void, undefined> {
	let after: TransferCursor | undefined;
	do {
		const page = await read(after);
		yield page.rows;
		after = page.next;
	} while (after);
}

async function* exportState({ store, tenant }: Platform): Lines {
	const kind: TransferKind = "state";
	const owners: TransferRow["key"][] = [];
	const read = (after: TransferCursor | undefined) =>
		store.transfer.read(tenant, kind, { after, limit: PAGE });
	// Stores sort them differently. Owners are small to hold in memory, their state can be large.
	for await (const rows of pages(read)) for (const { key } of rows) owners.push(key);
	owners.sort((a, b) => byText(String(a[0]), String(b[0])) || byText(String(a[1]), String(b[1])));
	for (const key of owners) {
		const [row] = await store.transfer.get(tenant, kind, [key]);
		if (row) yield* stateLines(key, parseState(String(row.values.values)));
	}
}

function* stateLines([agentId, userId]: TransferRow["key"], state: ReadonlyMap<string, string>) {
	let begun = JSON.stringify({ type: "state", agentId, ...(userId !== "" && { userId }) });
	let part = new Map<string, string>();
	let size = 0;
	const flush = (): string => `${begun.slice(0, -1)},"state":${stateJson(part)}}\n`;
	for (const [key, value] of [...state].sort(([a], [b]) => byText(a, b))) {
		if (size > STATE_LINE) {
			yield flush();
			begun = JSON.stringify({ type: "more_state" });
			part = new Map();
			size = 0;
		}
		part.set(key, value);
		size += key.length + value.length;
	}
	yield flush();
}

const byName = (a: SessionRecord, b: SessionRecord): number =>
	byText(a.agentId, b.agentId) || byText(a.userId ?? "", b.userId ?? "") || byText(a.sessionId, b.sessionId);

/**
 * Sessions by creation, oldest first; those of the same time by name. Uids do not matter, because an import changes
 * them.
 */
async function* sessionsInOrder({ store, tenant }: Platform): AsyncGenerator<SessionRecord, void, undefined> {
	let same: SessionRecord[] = [];
	for (let after: { at: number; uid: SessionRecord["uid"] } | undefined; ; ) {
		const page = await store.sessions.list({
			tenant,
			order: "created",
			oldestFirst: true,
			limit: PAGE,
			after,
		});
		for (const record of page) {
			if (same[0] && same[0].createdAt !== record.createdAt) {
				yield* same.sort(byName);
				same = [];
			}
			same.push(record);
		}
		const last = page.at(-1);
		if (page.length < PAGE || !last) break;
		after = { at: last.createdAt, uid: last.uid };
	}
	yield* same.sort(byName);
}

async function* exportSessions(platform: Platform, last: { at: number }): Lines {
	const { store, tenant } = platform;
	/** Parents that were written before their turn. */
	const early = new Set<string>();
	const isBefore = (a: SessionRecord, b: SessionRecord): boolean =>
		a.createdAt < b.createdAt || (a.createdAt === b.createdAt && byName(a, b) < 0);
	async function* write(record: SessionRecord): Lines {
		const { parent: uid } = record;
		const parent = uid === undefined ? undefined : await store.sessions.get({ uid, tenant });
		// An import needs the parent first. Usually it is older, but a replaced one may not be.
		if (parent && !isBefore(parent, record) && !early.has(parent.uid)) {
			early.add(parent.uid);
			yield* write(parent);
		}
		yield* sessionLines(platform, record, parent);
	}
	for await (const record of sessionsInOrder(platform)) {
		last.at = record.createdAt;
		if (!early.delete(record.uid)) yield* write(record);
	}
}

/** The export of a session, with the tenant's additions after the first line. */
async function* sessionLines(
	platform: Platform,
	record: SessionRecord,
	parent: SessionRecord | undefined,
): Lines {
	const details = {
		type: "session_details",
		consolidatedTo: record.consolidatedTo,
		...(parent && { parent: refOf(parent) }),
	};
	let isFirst = true;
	try {
		for await (const line of exportSession(platform, refOf(record))) {
			yield line;
			if (isFirst) yield lineOf(details);
			isFirst = false;
		}
	} catch (error) {
		// A session that was deleted since it was listed is skipped.
		if (!isFirst || !HoldfastError.isInstance(error) || error.code !== "not_found") throw error;
	}
}
