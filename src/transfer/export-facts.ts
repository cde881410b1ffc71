import type { Json } from "../event/index.ts";
import { type Platform, refOf, type SessionRef } from "../session/index.ts";
import type { FactOwner, FactRecord, SessionRecord, TransferCursor } from "../store/ports/index.ts";
import { spaceParts } from "./tenant-format.ts";

const PAGE = 100;

type Lines = AsyncGenerator<string, void, undefined>;
type Owner = { owner: FactOwner; session: SessionRecord | undefined };

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;
const iso = (ms: number): string => new Date(ms).toISOString();
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const nameOf = ({ agentId, userId = "", sessionId }: SessionRef): string =>
	JSON.stringify([agentId, userId, sessionId]);

/** Facts by owner, newest first. Without vectors: the target's embedder creates them again. */
export async function* exportFacts(
	platform: Platform,
	isExported: (session: SessionRecord) => boolean,
): Lines {
	for await (const { owner, session } of ownersInOrder(platform)) {
		if (session && !isExported(session)) continue;
		const whose = session
			? { session: refOf(session) }
			: owner.userId !== undefined
				? { userId: owner.userId }
				: {};
		let isBegun = false;
		for await (const line of factLines(platform, owner)) {
			if (!isBegun) yield lineOf({ type: "facts", ...spaceParts(owner.space), ...whose });
			isBegun = true;
			yield line;
		}
	}
}

/** By space and user. The sessions of a space come first, sorted by name, because an import changes their uids. */
async function* ownersInOrder({ store, tenant }: Platform): AsyncGenerator<Owner, void, undefined> {
	let sessions: Owner[] = [];
	let space: string | undefined;
	const flush = (): Owner[] => {
		const sorted = sessions.sort((a, b) =>
			a.session && b.session ? byText(nameOf(a.session), nameOf(b.session)) : 0,
		);
		sessions = [];
		return sorted;
	};
	for (let after: TransferCursor | undefined, isMore = true; isMore; ) {
		const { rows, next } = await store.transfer.owners(tenant, { after, limit: PAGE });
		for (const owner of rows) {
			if (owner.uid === undefined || owner.space !== space) yield* flush();
			space = owner.space;
			if (owner.uid === undefined) {
				yield { owner, session: undefined };
				continue;
			}
			const session = await store.sessions.get({ uid: owner.uid, tenant });
			if (session) sessions.push({ owner, session });
		}
		after = next;
		isMore = next !== undefined;
	}
	yield* flush();
}

async function* factLines({ store, tenant }: Platform, { space, userId, uid }: FactOwner): Lines {
	for (let after: number | undefined; ; ) {
		const query = { tenant, space, uid, userId: uid === undefined ? (userId ?? null) : undefined };
		const page = await store.facts.list({ ...query, limit: PAGE, after });
		const rows = await store.transfer.get(
			tenant,
			"facts",
			page.map(({ id }) => [id]),
		);
		const histories = new Map(rows.map(({ key, values }) => [key[0], String(values.history)]));
		for (const fact of page) {
			const history = histories.get(fact.id);
			// A fact that was deleted meanwhile is skipped.
			if (history !== undefined) yield factLine(fact, JSON.parse(history) as [number, string][]);
		}
		if (page.length < PAGE) return;
		after = page.at(-1)?.no;
	}
}

function factLine(fact: FactRecord, history: readonly [number, string][]): string {
	const sources = fact.sources
		.map((source) => ({ ...refOf(source), offset: source.offset }))
		.sort((a, b) => byText(nameOf(a), nameOf(b)) || a.offset - b.offset);
	return lineOf({
		type: "fact",
		id: fact.id,
		agentId: fact.agentId,
		floating: fact.floating,
		content: fact.content,
		status: fact.status,
		importance: fact.importance,
		confidence: fact.confidence,
		pinned: fact.pinned,
		createdAt: iso(fact.createdAt),
		updatedAt: iso(fact.updatedAt),
		detail: fact.detail,
		sources,
		history: history.map(([at, body]) => ({ at: iso(at), body: JSON.parse(body) as Json })),
	});
}
