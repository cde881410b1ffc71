import { HoldfastError } from "../../error/index.ts";
import type { SessionUid } from "../../event/index.ts";
import type { FactOwner, FactSource, SessionRecord } from "../../store/ports/index.ts";
import {
	type Extraction,
	type ExtractionCost,
	type ExtractOptions,
	type Extractor,
	freshCost,
	type Line,
	rulesExtractor,
} from "../extract/index.ts";
import { type AgentRules, embedderName, type MemoryContext } from "../memory-context.ts";
import { redactSecrets } from "../redact/index.ts";
import { takeTurns } from "../take-turns.ts";
import { isBadAnswer } from "./judge.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import { nameUser } from "./name-user.ts";
import { ownerOf } from "./owner.ts";
import { readStretch, recalledIn } from "./read-lines.ts";
import { reconcile, type Statement } from "./reconcile.ts";
import { recordConsolidation } from "./record.ts";

/*
 * Extracts facts from the new messages of a session.
 *
 *   read new messages ─▶ extract statements ─▶ compare with the owner's facts ─▶ commit
 *        ▲                                              ▲                          │
 *        │                                              └── the owner's facts have changed since
 *        └──────────── the next stretch ──────────────────────────────────────────┘
 *
 * One commit writes the facts and the offset up to which the session is consolidated. If a second worker, or a worker
 * after a crash, reads the same messages, it finds that the offset has moved and writes nothing.
 */

/** Events per stretch. If a process dies, the work of one stretch is lost, and its model calls are paid again. */
const STRETCH = 400;
/** How often a comparison is repeated because another writer changed the facts of the same owner. */
const TRIES = 20;
/**
 * How often an extractor that compares is called again for this reason. After that, the rules compare with the new
 * facts.
 */
const ASKED_AGAIN = 10;

/** Consolidates the new events of a session, up to the newest one at the start. */
export async function consolidate(
	context: MemoryContext,
	uid: SessionUid,
	{ signal }: { signal?: AbortSignal | undefined } = {},
): Promise<void> {
	const { store, tenant } = context.platform;
	const turn = takeTurns();
	let changes = 0;
	let end: number | undefined;
	// The cost of an attempt that failed because of another writer is added to the next attempt.
	let cost = freshCost();
	let began = performance.now();
	for (;;) {
		signal?.throwIfAborted();
		await turn();
		const session = await store.sessions.get({ uid, tenant });
		if (!session) return;
		const rules = await context.rules(session.agentId);
		if (rules.facts === false) return;
		const from = Math.max(session.consolidatedTo, session.base);
		end ??= session.head;
		if (from >= end) return;
		const blanked = await countBlanked(context, session);
		const stretch = await readStretch(context.platform, uid, from, end, STRETCH);
		const { owner, floating } = await ownerOf(context.platform, session, rules);
		const extractor = await context.extractor(session.agentId);
		const known = await recalledIn(context.platform, uid);
		let comparedAt: number | undefined;
		const openNow = async (): Promise<Ledger> => {
			const ledger = await openLedger(context, owner);
			comparedAt = ledger.rev;
			return ledger;
		};
		const { statements, by } = await extractStatements(extractor, session, stretch.lines, from, {
			rules,
			known,
			signal,
			cost,
			nearest: nearestIn(openNow),
		});
		const commit = {
			session,
			from,
			to: stretch.to,
			blanked,
			owner,
			floating,
			statements,
			extractor: by,
			rules,
			signal,
			comparedAt,
		};
		const outcome = await write(context, commit, changes < ASKED_AGAIN);
		if (outcome === "changed") changes += 1;
		if (outcome === "written") {
			const took = { ms: Math.round(performance.now() - began), cost, statements: statements.length };
			await recordConsolidation(context.platform, uid, { from, to: stretch.to, extractor: by, ...took });
			cost = freshCost();
			began = performance.now();
		}
	}
}

interface Commit {
	session: SessionRecord;
	from: number;
	to: number;
	/** How often events of the session had been blanked when it was read. */
	blanked: number | undefined;
	owner: FactOwner;
	floating: boolean;
	statements: Statement[];
	extractor: string;
	rules: AgentRules;
	signal: AbortSignal | undefined;
	/** The revision of the owner's facts that the extractor compared with. Undefined: it compared with none. */
	comparedAt: number | undefined;
}

/** `askAgain`: whether the extractor compares again if the owner's facts have changed. */
async function write(
	context: MemoryContext,
	commit: Commit,
	askAgain: boolean,
): Promise<"written" | "moved" | "changed"> {
	const { session, owner, statements, extractor, floating, rules, signal } = commit;
	const { store, tenant } = context.platform;
	const turn = takeTurns();
	const isCompared = statements.some(({ compared }) => compared);
	for (let tries = 1; ; tries++) {
		const ledger = statements.length > 0 ? await openLedger(context, owner) : undefined;
		// Another writer stored facts during the extraction. The extractor has not seen them.
		if (ledger && askAgain && isCompared && ledger.rev !== commit.comparedAt) return "changed";
		for (const statement of ledger ? statements : []) {
			signal?.throwIfAborted();
			await turn();
			const options = { agentId: session.agentId, floating, extractor, untrusted: rules.untrusted };
			if (ledger) await reconcile(ledger, statement, options);
		}
		try {
			await store.facts.commit({
				tenant,
				put: ledger?.puts() ?? [],
				remove: [],
				consolidated: {
					uid: session.uid,
					from: session.consolidatedTo,
					to: commit.to,
					// A model takes time. Events that are erased in that time must not become facts: the commit fails, and
					// the log is read again.
					blanked: commit.blanked,
				},
				embedder: await embedderName(context),
				...(ledger && { owners: [{ owner, rev: ledger.rev }] }),
			});
			return "written";
		} catch (error) {
			const failed =
				HoldfastError.isInstance(error) && error.code === "conflict" ? error.precondition : undefined;
			if (failed === "consolidated") return "moved";
			if (failed === undefined && (await isWritten(context, commit))) return "written";
			if ((failed !== "facts" && failed !== "fact") || tries === TRIES) throw error;
			if (askAgain && isCompared) return "changed";
		}
	}
}

/** Whether a commit succeeded although its response was lost. */
async function isWritten({ platform: { store, tenant } }: MemoryContext, commit: Commit): Promise<boolean> {
	const session = await store.sessions.get({ uid: commit.session.uid, tenant }).catch(() => undefined);
	return session !== undefined && session.consolidatedTo >= commit.to;
}

async function countBlanked(
	{ platform: { store, tenant } }: MemoryContext,
	{ uid, agentId }: SessionRecord,
): Promise<number | undefined> {
	const [member] = await store.index.members({ tenant, agents: [agentId], uid });
	return member?.blanked;
}

/** The known facts nearest to a text. The first call opens the ledger. */
export function nearestIn(open: () => Promise<Ledger>): NonNullable<ExtractOptions["nearest"]> {
	let ledger: Promise<Ledger> | undefined;
	return async (text) => {
		ledger ??= open();
		return (await (await ledger).nearest(text)).map(({ content }) => content);
	};
}

export interface ExtractWith {
	rules: AgentRules;
	/** The facts that runs of the session recalled. */
	known: readonly string[];
	nearest: NonNullable<ExtractOptions["nearest"]>;
	cost?: ExtractionCost;
	signal?: AbortSignal | undefined;
}

/**
 * Extracts statements from the new lines. Statements whose sources are all earlier lines are left out: they were
 * extracted before.
 */
export async function extractStatements(
	extractor: Extractor,
	session: SessionRecord,
	lines: readonly Line[],
	from: number,
	{ rules, known, nearest, cost = freshCost(), signal }: ExtractWith,
): Promise<{ statements: Statement[]; by: string }> {
	if (lines.length === 0) return { statements: [], by: extractor.name };
	const clean = rules.redact ? lines.map(withoutSecrets) : lines.map((line) => ({ line, found: [] }));
	const read = (by: Extractor) =>
		by.extract(
			clean.map(({ line }) => line),
			{ known, nearest, cost, ...(signal && { signal }) },
		);
	let by = extractor.name;
	const found = await read(extractor).catch((error) => {
		if (!isBadAnswer(error)) throw error;
		// The rules find fewer facts, but that is better than none. Each fact names its extractor.
		cost.dropped.push(
			`answer: ${extractor.name} returned no list of facts; the built-in rules were used instead`,
		);
		const rules = rulesExtractor();
		by = rules.name;
		return read(rules);
	});
	const byOffset = new Map(clean.map((one) => [one.line.offset, one]));
	const statements = found
		.filter(({ sources }) => sources.some((offset) => offset >= from))
		.map((extraction) => toStatement(extraction, session, byOffset))
		.map((statement) => (rules.facts === "agent" ? ofSomebody(statement, session) : statement));
	return { statements, by };
}

function ofSomebody(statement: Statement, { userId }: SessionRecord): Statement {
	const { corrects } = statement;
	return {
		...statement,
		content: nameUser(statement.content, userId),
		...(corrects !== undefined && { corrects: nameUser(corrects, userId) }),
	};
}

interface CleanLine {
	line: Line;
	found: string[];
}

function withoutSecrets(line: Line): CleanLine {
	const { text, found } = redactSecrets(line.text);
	return { line: found.length > 0 ? { ...line, text } : line, found };
}

function toStatement(
	extraction: Extraction,
	{ uid }: SessionRecord,
	lines: ReadonlyMap<number, CleanLine>,
): Statement {
	const sources: FactSource[] = extraction.sources.map((offset) => ({ uid, offset }));
	const said = extraction.sources.flatMap((offset) => lines.get(offset) ?? []);
	return {
		...extraction,
		sources,
		// A timestamp in the future counts as now.
		observedAt: Math.min(Date.now(), Math.max(0, ...said.map(({ line }) => line.at))),
		redacted: extraction.content.includes("[redacted")
			? [...new Set(said.flatMap(({ found }) => found))]
			: [],
	};
}
