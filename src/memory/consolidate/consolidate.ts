import { HoldfastError } from "../../error/index.ts";
import type { SessionUid } from "../../event/index.ts";
import type { FactOwner, FactSource, JobRecord, SessionRecord } from "../../store/ports/index.ts";
import { type Extraction, type Extractor, type Line, rulesExtractor } from "../extract/index.ts";
import { type AgentRules, embedderName, type MemoryContext } from "../memory-context.ts";
import { redactSecrets } from "../redact/index.ts";
import { takeTurns } from "../take-turns.ts";
import { isBadAnswer, type Judge } from "./judge.ts";
import { openLedger } from "./ledger.ts";
import { ownerOf } from "./owner.ts";
import { readStretch, recalledIn } from "./read-lines.ts";
import { reconcile, type Statement } from "./reconcile.ts";

/*
 * Makes facts of an ended session.
 *
 *   read what is new ─▶ extract statements ─▶ compare with what the owner knows ─▶ commit
 *        ▲                                              ▲                            │
 *        │                                              └── the owner's facts have changed meanwhile
 *        └──────────── the next stretch ────────────────────────────────────────────┘
 *
 * The facts, the mark up to which the session is consolidated and the end of the job are one commit. Whoever comes second,
 * after a crash or beside another worker, finds the mark moved and writes nothing.
 */

/** Events read at once: what is lost, and paid again, when a process dies. */
const STRETCH = 400;
/** How often the comparison is made again because others wrote facts of the same owner meanwhile. */
const TRIES = 20;

export interface ConsolidateOptions {
	job?: JobRecord | undefined;
	signal?: AbortSignal | undefined;
}

/** Consolidates what is new in a session. True if the job was ended together with the last commit. */
export async function consolidate(
	context: MemoryContext,
	uid: SessionUid,
	{ job, signal }: ConsolidateOptions,
): Promise<boolean> {
	const { store, tenant } = context.platform;
	const turn = takeTurns();
	for (;;) {
		signal?.throwIfAborted();
		await turn();
		const session = await store.sessions.get({ uid, tenant });
		if (!session) return false;
		const rules = await context.rules(session.agentId);
		if (rules.facts === false) return false;
		const from = Math.max(session.consolidatedTo, session.base);
		if (from >= session.head) return false;
		const blanked = await countBlanked(context, session);
		const stretch = await readStretch(context.platform, uid, from, session.head, STRETCH);
		const { owner, floating } = await ownerOf(context.platform, session, rules);
		const extractor = await context.extractor();
		const known = await recalledIn(context.platform, uid);
		const { statements, by } = await extractStatements(extractor, session, stretch.lines, from, {
			...{ rules, known, signal },
		});
		const last = stretch.to >= session.head;
		const ended = last && job !== undefined;
		const commit = {
			...{ session, from, to: stretch.to, blanked, owner, floating, statements, extractor: by, rules },
			...{ job: ended ? { id: job.id, attempt: job.attempts } : undefined, signal },
		};
		const outcome = await write(context, commit);
		if (outcome === "lost") return true;
		if (outcome === "written" && last) return ended;
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
	job: { id: string; attempt: number } | undefined;
	signal: AbortSignal | undefined;
}

async function write(context: MemoryContext, commit: Commit): Promise<"written" | "moved" | "lost"> {
	const { session, owner, statements, extractor, floating, rules, signal } = commit;
	const { store, tenant } = context.platform;
	const judge: Judge = await context.judge();
	const turn = takeTurns();
	for (let tries = 1; ; tries++) {
		const ledger = statements.length > 0 ? await openLedger(context, owner) : undefined;
		for (const statement of ledger ? statements : []) {
			signal?.throwIfAborted();
			await turn();
			const options = { agentId: session.agentId, floating, extractor, untrusted: rules.untrusted, signal };
			if (ledger) await reconcile(ledger, judge, statement, options);
		}
		try {
			await store.facts.commit({
				tenant,
				put: ledger?.puts() ?? [],
				remove: [],
				consolidated: {
					...{ uid: session.uid, from: session.consolidatedTo, to: commit.to },
					// A model takes its time. What was erased meanwhile must not come back as a fact: it is read again.
					blanked: commit.blanked,
				},
				embedder: await embedderName(context),
				...(ledger && { owners: [{ owner, rev: ledger.rev }] }),
				job: commit.job,
			});
			return "written";
		} catch (error) {
			const failed =
				HoldfastError.isInstance(error) && error.code === "conflict" ? error.precondition : undefined;
			if (failed === "consolidated") return "moved";
			if (failed === "job") return "lost";
			if ((failed !== "facts" && failed !== "fact") || tries === TRIES) throw error;
		}
	}
}

async function countBlanked(
	{ platform: { store, tenant } }: MemoryContext,
	{ uid, agentId }: SessionRecord,
): Promise<number | undefined> {
	const [member] = await store.index.members({ tenant, agents: [agentId], uid });
	return member?.blanked;
}

/** Statements of the new lines; what rests on earlier ones alone was extracted with them. */
export async function extractStatements(
	extractor: Extractor,
	session: SessionRecord,
	lines: readonly Line[],
	from: number,
	{ rules, known, signal }: { rules: AgentRules; known: string[]; signal?: AbortSignal | undefined },
): Promise<{ statements: Statement[]; by: string }> {
	if (lines.length === 0) return { statements: [], by: extractor.name };
	const clean = rules.redact ? lines.map(withoutSecrets) : lines.map((line) => ({ line, found: [] }));
	const read = (by: Extractor) =>
		by.extract(
			clean.map(({ line }) => line),
			{ known, ...(signal && { signal }) },
		);
	let by = extractor.name;
	const found = await read(extractor).catch((error) => {
		if (!isBadAnswer(error)) throw error;
		// Better what the rules find than nothing; the facts say who found them.
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

/** Where all users share what is known, "the user" would be whoever asks: it says who. */
function ofSomebody(statement: Statement, { userId }: SessionRecord): Statement {
	const who = userId === undefined ? "A user" : `User ${userId}`;
	const named = (text: string): string => text.replace(/\bthe user\b/giu, () => who);
	const { corrects } = statement;
	return {
		...statement,
		content: named(statement.content),
		...(corrects !== undefined && { corrects: named(corrects) }),
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
		// Nothing was said later than now, whatever its time says.
		observedAt: Math.min(Date.now(), Math.max(0, ...said.map(({ line }) => line.at))),
		redacted: extraction.content.includes("[redacted")
			? [...new Set(said.flatMap(({ found }) => found))]
			: [],
	};
}
