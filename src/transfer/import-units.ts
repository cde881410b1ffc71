import { parseMemorySettings } from "../agent/index.ts";
import { HoldfastError, parse } from "../error/index.ts";
import { isObject, type Json, jsonText } from "../event/index.ts";
import { type ParsedSession, type Platform, parseEvent, parseHeader } from "../session/index.ts";
import { applyPatch, parsePatch, scopeOf, stateJson, toWrites } from "../state/index.ts";
import {
	AGENT_KINDS,
	firstNumber,
	noParent,
	sessionName,
	type TransferKind,
	type TransferRow,
} from "../store/ports/index.ts";
import { beginFacts } from "./import-facts.ts";
import type { UnitCounts } from "./import-report.ts";
import * as schema from "./import-schemas.ts";
import { beginsUnit } from "./tenant-format.ts";
import type { Importing, Unit } from "./unit.ts";

const [SETTINGS] = AGENT_KINDS;

/** The unit that a line begins; undefined if the line belongs to the previous unit. */
export function beginUnit(importing: Importing, value: unknown, what: string): Unit | undefined {
	if (!beginsUnit(value) || !isObject(value)) return undefined;
	switch (value.type) {
		case "agent_memory":
			return beginSettings(importing, value, what);
		case "user":
			return beginUser(importing, value, what);
		case "state":
			return beginState(importing, value, what);
		case "session":
			return beginSession(importing, value, what);
		default:
			return beginFacts(importing, value, what);
	}
}

/** Stores one row according to `onConflict`. */
async function storeRow(
	{ platform: { store, tenant }, onConflict }: Importing,
	kind: TransferKind,
	row: TransferRow,
	counts: UnitCounts,
	shown: string,
): Promise<void> {
	if ((await store.transfer.load({ tenant, kind, rows: [row], absent: true })) > 0) {
		counts.created += 1;
	} else if (onConflict === "skip") {
		counts.skipped += 1;
	} else if (onConflict === "replace") {
		await store.transfer.load({ tenant, kind, rows: [row] });
		counts.replaced += 1;
	} else {
		const message = `${shown} already exists; import with onConflict "skip" or "replace"`;
		throw new HoldfastError("already_exists", message);
	}
}

function beginSettings(importing: Importing, value: unknown, what: string): Unit {
	const { agentId, memory, changedAt } = parse(schema.agentMemory, value, what);
	const body = jsonText({ memory: parseMemorySettings(memory) }, `${what}.memory`);
	const times = { created_at: changedAt, updated_at: changedAt, expires_at: null };
	const row = { key: [SETTINGS, agentId], values: { rev: firstNumber(), body, ...times, uid: null } };
	const shown = `the memory setting of agent "${agentId}"`;
	return { store: (report) => storeRow(importing, "documents", row, report.settings, shown) };
}

/** A user's record as text for the store. */
const recordText = (value: unknown, what: string): string =>
	JSON.stringify(applyPatch({}, parsePatch({ set: value }, what), what));

function beginUser(importing: Importing, value: unknown, what: string): Unit {
	const user = parse(schema.user, value, what);
	const values = {
		display_name: user.displayName ?? null,
		variables: recordText(user.variables, `${what}.variables`),
		metadata: recordText(user.metadata, `${what}.metadata`),
		created_at: user.createdAt,
		updated_at: user.updatedAt,
	};
	const row = { key: [user.userId], values };
	return { store: (report) => storeRow(importing, "users", row, report.users, `user "${user.userId}"`) };
}

function beginState(importing: Importing, value: unknown, what: string): Unit {
	const { agentId, userId, state: first } = parse(schema.state, value, what);
	const scope = userId === undefined ? "app" : "user";
	const state = new Map<string, string>();
	const take = (given: object, what: string): void => {
		for (const { key, value } of toWrites({ set: given as Record<string, Json> })) {
			if (scopeOf(key) !== scope)
				throw new HoldfastError("invalid", `${what}.state: key "${key}" must begin with ${scope}:`, { key });
			state.set(key, value as string);
		}
	};
	take(first, what);
	const shown = userId === undefined ? `app: state of agent "${agentId}"` : `user: state of user "${userId}"`;
	return {
		add(value, what) {
			if (!isObject(value) || value.type !== "more_state")
				throw new HoldfastError("invalid", `${what}: must be state, like the lines before it`);
			take(parse(schema.moreState, value, what).state, what);
		},
		async store(report) {
			const row = { key: [agentId, userId ?? ""], values: { values: stateJson(state) } };
			// An empty state is not stored.
			if (state.size > 0) await storeRow(importing, "state", row, report.state, shown);
		},
	};
}

function beginSession(importing: Importing, value: unknown, what: string): Unit {
	const session: ParsedSession = parseHeader(value, what);
	let details: ReturnType<typeof parseDetails> | undefined;
	const { store, tenant } = importing.platform;
	const { eventBytes } = store.capabilities.limits;
	return {
		add(value, what) {
			if (isObject(value) && value.type === "session_details" && !("kind" in value)) {
				details = parseDetails(value, what);
				return;
			}
			session.events.push(parseEvent(value, what, session.base + session.events.length, eventBytes));
		},
		async store(report, what) {
			const { header, ...rest } = session;
			const next = rest.base + rest.events.length;
			if (next !== rest.head) {
				const message = `${what}: session "${header.sessionId}" ends at offset ${next}, its header says ${rest.head}`;
				throw new HoldfastError("invalid", message);
			}
			const name = sessionName({
				tenant,
				agentId: header.agentId,
				userId: header.userId,
				sessionId: header.sessionId,
			});
			const result = await store.sessions.load({
				...rest,
				name,
				onConflict: importing.onConflict,
				storedAt: Date.now(),
				consolidatedTo: details && Math.min(details.consolidatedTo, rest.head),
				parent: details?.parent && (await uidOf(importing.platform, details.parent)),
			});
			report.sessions[result] += 1;
			if (result !== "skipped") report.events += rest.events.length;
		},
	};
}

const parseDetails = (value: unknown, what: string) => parse(schema.sessionDetails, value, what);

type Ref = NonNullable<ReturnType<typeof parseDetails>["parent"]>;

async function uidOf({ store, tenant }: Platform, { agentId, userId, sessionId }: Ref) {
	const name = sessionName({ tenant, agentId, userId, sessionId });
	const found = await store.sessions.get({ name });
	if (!found) throw noParent(sessionId);
	return found.uid;
}
