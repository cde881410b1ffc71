import { z } from "zod";
import { HoldfastError, parse } from "../../error/index.ts";
import type { AgentId } from "../../event/index.ts";
import type { FactOwner, FactPut, FactRecord, SessionMember } from "../../store/ports/index.ts";
import type { Extractor } from "../extract/index.ts";
import { contentDigest } from "../facts/content-digest.ts";
import { detailOf } from "../facts/fact.ts";
import { wordingOf } from "../facts/wording.ts";
import { type AgentRules, embedderName, type MemoryContext } from "../memory-context.ts";
import type { SearchScope } from "../recall/search.ts";
import { takeTurns } from "../take-turns.ts";
import { extractStatements, nearestIn } from "./consolidate.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import { ownerOf } from "./owner.ts";
import { readStretch, recalledIn } from "./read-lines.ts";
import { reconcile, type Statement } from "./reconcile.ts";

/** Options of a rebuild. */
export interface RebuildOptions {
	/** Only report what would change. Default false. */
	dryRun?: boolean | undefined;
	/** The extractor to use. Default: the one that consolidation uses. */
	extractor?: Extractor | undefined;
}

/** What a rebuild changed, or with `dryRun` would change. */
export interface RebuildReport {
	/** true: nothing was written. */
	dryRun: boolean;
	/** The extractor that was used. */
	extractor: string;
	/** Number of sessions that were read. */
	sessions: number;
	/** New facts. */
	added: { content: string }[];
	/** Facts that were not extracted again. They are deleted. */
	removed: { id: string; content: string }[];
	/** Facts whose content, importance, confidence or extractor changed. */
	changed: { id: string; before: string; after: string }[];
	/** Number of facts that did not change. */
	unchanged: number;
	/**
	 * Number of facts that a rebuild never touches: written, pinned or edited ones, and those whose source events are
	 * no longer in the log.
	 */
	kept: number;
}

const optionsSchema = z.strictObject({
	dryRun: z.boolean().default(false),
	extractor: z
		.custom<Extractor>(
			(value) => typeof value === "object" && value !== null && "extract" in value && "name" in value,
			{ error: "must be { name, extract }" },
		)
		.optional(),
});

const STRETCH = 400;
const PAGE = 500;
const TRIES = 10;

/** The memory to rebuild. */
export interface RebuildScope {
	agent: AgentId;
	rules: AgentRules;
	scope: SearchScope;
}

/** Extracts the facts of a memory from the log again. */
export async function rebuild(
	context: MemoryContext,
	{ agent, rules, scope }: RebuildScope,
	options: RebuildOptions = {},
): Promise<RebuildReport> {
	const { dryRun, extractor: given } = parse(optionsSchema, options, "rebuild options");
	const extractor = given ?? (await context.extractor(agent));
	const report: RebuildReport = {
		dryRun,
		extractor: extractor.name,
		sessions: 0,
		added: [],
		removed: [],
		changed: [],
		unchanged: 0,
		kept: 0,
	};
	const { index } = context.platform.store;
	const readMembers = async () => (scope.messages ? index.members(scope.messages) : []);
	const owners = new Map<string, Derived>();
	for (const member of await readMembers()) await derive(context, member, extractor, owners, report);
	for (const derived of owners.values()) {
		const check = async () => checkUnerased(derived, await readMembers());
		await apply(context, rules, derived, extractor, report, check);
	}
	return report;
}

/** The statements that were extracted for one owner. */
interface Derived {
	owner: FactOwner;
	floating: boolean;
	agentId: SessionMember["agentId"];
	statements: Statement[];
	/** The sessions that were read, by uid: from `from` up to but not including `to`, after `blanked` erasures. */
	read: Map<string, { from: number; to: number; blanked: number }>;
}

async function derive(
	context: MemoryContext,
	{ uid, agentId, blanked }: SessionMember,
	extractor: Extractor,
	owners: Map<string, Derived>,
	report: RebuildReport,
): Promise<void> {
	const { platform } = context;
	const session = await platform.store.sessions.get({ uid, tenant: platform.tenant });
	if (!session || session.consolidatedTo <= session.base) return;
	const rules = await context.rules(agentId);
	if (rules.facts === false) return;
	const { owner, floating } = await ownerOf(platform, session, rules);
	const key = JSON.stringify(owner);
	const derived: Derived = owners.get(key) ?? { owner, floating, agentId, statements: [], read: new Map() };
	owners.set(key, derived);
	derived.read.set(uid, { from: session.base, to: session.consolidatedTo, blanked });
	report.sessions += 1;
	const known = await recalledIn(platform, uid);
	const nearest = nearestIn(() => draftLedger(context, rules, derived, extractor));
	for (let from = session.base; from < session.consolidatedTo; ) {
		const stretch = await readStretch(platform, uid, from, session.consolidatedTo, STRETCH);
		const { statements } = await extractStatements(extractor, session, stretch.lines, from, {
			rules,
			known,
			nearest,
		});
		derived.statements.push(...statements);
		from = stretch.to;
	}
}

/** The statements so far, together with the facts that stay. The next session is compared with them. */
async function draftLedger(
	context: MemoryContext,
	rules: AgentRules,
	derived: Derived,
	extractor: Extractor,
): Promise<Ledger> {
	const { facts } = await derivable(context, derived);
	const ledger = await openLedger(context, derived.owner, new Set(facts.map(({ id }) => id)));
	const { agentId, floating } = derived;
	const how = { agentId, floating, extractor: extractor.name, untrusted: rules.untrusted };
	for (const statement of derived.statements) await reconcile(ledger, statement, how);
	return ledger;
}

async function apply(
	context: MemoryContext,
	rules: AgentRules,
	derived: Derived,
	extractor: Extractor,
	report: RebuildReport,
	checkUnerased: () => Promise<void>,
): Promise<void> {
	const { store, tenant } = context.platform;
	const turn = takeTurns();
	const statements = derived.statements.toSorted((a, b) => a.observedAt - b.observedAt);
	for (let tries = 1; ; tries++) {
		const old = await derivable(context, derived);
		const without = new Set(old.facts.map(({ id }) => id));
		const ledger = await openLedger(context, derived.owner, without);
		const { agentId, floating } = derived;
		const how = { agentId, floating, extractor: extractor.name, untrusted: rules.untrusted };
		for (const statement of statements) {
			await turn();
			if (!old.retired.has(contentDigest(statement.content))) await reconcile(ledger, statement, how);
		}
		const plan = compare(old.facts, ledger.puts());
		await checkUnerased();
		try {
			if (!report.dryRun) {
				const owners = [{ owner: derived.owner, rev: ledger.rev }];
				await store.facts.commit({
					tenant,
					put: plan.put,
					remove: plan.removed.map(({ id }) => id),
					owners,
					embedder: await embedderName(context),
				});
			}
			report.kept += old.kept;
			report.unchanged += plan.unchanged;
			report.added.push(...plan.added);
			report.removed.push(...plan.removed);
			report.changed.push(...plan.changed);
			return;
		} catch (error) {
			if (!HoldfastError.isInstance(error) || error.code !== "conflict" || tries === TRIES) throw error;
		}
	}
}

/** Events that were erased after they were read must not become facts again. */
function checkUnerased({ read }: Derived, members: readonly SessionMember[]): void {
	const now = new Map(members.map(({ uid, blanked }) => [uid as string, blanked]));
	for (const [uid, { blanked }] of read) {
		if (now.get(uid) === blanked) continue;
		throw new HoldfastError(
			"conflict",
			"rebuild: events were erased, or a session was deleted or moved, while rebuild() read the log; call rebuild() again",
			{ precondition: "log" },
		);
	}
}

/** The owner's facts that came from the part of the log that was read. */
async function derivable(
	{ platform }: MemoryContext,
	{ owner, read }: Derived,
): Promise<{ facts: FactRecord[]; kept: number; retired: Set<string> }> {
	const { space, userId, uid, tenant } = owner;
	const facts: FactRecord[] = [];
	/** Digests of facts that a person has superseded. */
	const retired = new Set<string>();
	let kept = 0;
	for (let after: number | undefined; ; ) {
		const query = {
			tenant,
			space,
			limit: PAGE,
			after,
			...(uid === undefined ? { userId: userId ?? null } : { uid }),
		};
		const page = await platform.store.facts.list(query);
		for (const fact of page) {
			// Facts of events that were consolidated since have sources outside of that part.
			const inLog =
				fact.sources.length > 0 &&
				fact.sources.every(({ uid, offset }) => {
					const { from, to } = read.get(uid) ?? { from: 0, to: 0 };
					return offset >= from && offset < to;
				});
			const { origin, edited } = detailOf(fact);
			if (inLog && !fact.pinned && origin === "extracted" && !edited) facts.push(fact);
			else kept += 1;
			if (edited && fact.status === "superseded") retired.add(fact.digest);
		}
		const last = page.at(-1);
		if (page.length < PAGE || !last) return { facts, kept, retired };
		after = last.no;
	}
}

/**
 * Compares the old facts with the new ones. A fact with the same status and content keeps its id; the others are
 * added or removed.
 */
function compare(old: readonly FactRecord[], puts: readonly FactPut[]) {
	const free = new Map(old.map((fact) => [`${fact.status} ${fact.digest}`, fact]));
	const renamed = new Map<string, string>();
	const pairs = puts.map((put) => {
		const before = put.expect === "new" ? free.get(`${put.fact.status} ${put.fact.digest}`) : undefined;
		if (before) {
			free.delete(`${before.status} ${before.digest}`);
			renamed.set(put.fact.id, before.id);
		}
		return { put, before };
	});
	const added: { content: string }[] = [];
	const changed: RebuildReport["changed"] = [];
	let unchanged = 0;
	const put = pairs.flatMap(({ put, before }): FactPut[] => {
		const fact = { ...put.fact, detail: withIds(put.fact.detail, renamed) };
		if (!before) {
			if (put.expect === "new") added.push({ content: fact.content });
			return [{ ...put, fact }];
		}
		if (sameFact(before, fact)) {
			unchanged += 1;
			return [];
		}
		changed.push({ id: before.id, before: before.content, after: fact.content });
		// The number of the wording continues from the old fact. Changes of the content during the rebuild count too.
		const times = wordingOf(fact) + (wordingOf(fact) > 0 || fact.content !== before.content ? 1 : 0);
		const wording = wordingOf(before) + times;
		const detail = { ...fact.detail, ...(wording > 0 && { wording }) };
		const kept = { ...fact, detail, id: before.id, createdAt: before.createdAt };
		const body = { ...put.change?.body, change: "rebuilt", ...(times > 0 && { from: before.content }) };
		const change = put.change && { ...put.change, body };
		return [{ ...put, fact: kept, change, expect: { rev: before.rev } }];
	});
	const removed = [...free.values()].map(({ id, content }) => ({ id, content }));
	return { put, added, changed, removed, unchanged };
}

/** Replaces ids in links by the old ids that facts keep. */
function withIds(detail: FactRecord["detail"], renamed: ReadonlyMap<string, string>): FactRecord["detail"] {
	if (renamed.size === 0) return detail;
	const { supersededBy, related } = detail as { supersededBy?: string; related?: string[] };
	const now = (id: string): string => renamed.get(id) ?? id;
	return {
		...detail,
		...(supersededBy !== undefined && { supersededBy: now(supersededBy) }),
		...(related !== undefined && { related: related.map(now) }),
	};
}

const sameFact = (a: FactRecord, b: FactPut["fact"]): boolean =>
	a.content === b.content &&
	a.importance === b.importance &&
	Math.abs(a.confidence - b.confidence) < 1e-9 &&
	detailOf(a).extractor === detailOf(b).extractor;
