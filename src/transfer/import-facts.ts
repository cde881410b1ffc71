import { HoldfastError, parse } from "../error/index.ts";
import { isObject, jsonText, type SessionUid } from "../event/index.ts";
import { contentDigest } from "../memory/facts/content-digest.ts";
import { type FactOwner, noSession, sessionName, type TransferRow } from "../store/ports/index.ts";
import * as schema from "./import-schemas.ts";
import { spaceOf } from "./tenant-format.ts";
import type { Importing, Unit } from "./unit.ts";

type Fact = ReturnType<typeof parseFact>;
type Ref = Fact["sources"][number];

/** Parses the line of a fact. Parts that stores do not interpret stay as they are. */
function parseFact(value: unknown, what: string) {
	const fact = parse(schema.fact, value, what);
	const { detail, history } = value as { detail: unknown; history: { body: unknown }[] };
	return {
		...fact,
		detail: jsonText(detail, `${what}.detail`),
		history: fact.history.map(({ at }, i) => [at, jsonText(history[i]?.body, `${what}.history[${i}].body`)]),
	};
}

/** The facts of one owner. */
export function beginFacts({ platform, onConflict }: Importing, value: unknown, what: string): Unit {
	const { store, tenant } = platform;
	const { session, userId, ...space } = parse(schema.facts, value, what);
	const facts: Fact[] = [];
	const ids = new Set<string>();
	const known = new Map<string, SessionUid | undefined>();
	/** The session that has this name now. */
	const uidOf = async ({
		agentId,
		userId,
		sessionId,
	}: Omit<Ref, "offset">): Promise<SessionUid | undefined> => {
		const name = sessionName({ tenant, agentId, userId, sessionId });
		if (!known.has(name.key)) known.set(name.key, (await store.sessions.get({ name }))?.uid);
		return known.get(name.key);
	};
	const toRow = async (fact: Fact, owner: FactOwner): Promise<TransferRow> => {
		const sources: [SessionUid, number][] = [];
		for (const source of fact.sources) {
			const uid = await uidOf(source);
			if (uid !== undefined) sources.push([uid, source.offset]);
		}
		return {
			key: [fact.id],
			values: {
				space: owner.space,
				user_id: owner.userId ?? "",
				uid: owner.uid ?? null,
				agent_id: fact.agentId,
				floating: fact.floating && owner.uid !== undefined ? 1 : 0,
				content: fact.content,
				digest: contentDigest(fact.content),
				status: fact.status,
				importance: fact.importance,
				confidence: fact.confidence,
				pinned: fact.pinned ? 1 : 0,
				detail: fact.detail,
				created_at: fact.createdAt,
				updated_at: fact.updatedAt,
				vector: 0,
				entry: null,
				sources: JSON.stringify(sources),
				history: JSON.stringify(fact.history),
			},
		};
	};
	return {
		add(value, what) {
			if (!isObject(value) || value.type !== "fact")
				throw new HoldfastError("invalid", `${what}: must be a fact, like the lines before it`);
			const fact = parseFact(value, what);
			if (ids.has(fact.id)) throw new HoldfastError("invalid", `${what}: duplicate fact id "${fact.id}"`);
			ids.add(fact.id);
			facts.push(fact);
		},
		async store(report) {
			const uid = session && (await uidOf(session));
			if (session && uid === undefined)
				throw noSession({
					name: sessionName({
						tenant,
						agentId: session.agentId,
						userId: session.userId,
						sessionId: session.sessionId,
					}),
				});
			const owner: FactOwner = { tenant, space: spaceOf(space), userId, uid };
			const rows: TransferRow[] = [];
			// The file is newest first, but stores count up.
			for (const fact of facts.toReversed()) rows.push(await toRow(fact, owner));
			const result = await store.transfer.loadFacts({ owner, facts: rows, onConflict });
			report.factOwners[result] += 1;
			if (result !== "skipped") report.facts += rows.length;
		},
	};
}
