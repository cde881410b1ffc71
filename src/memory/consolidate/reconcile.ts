import type { AgentId, JsonObject } from "../../event/index.ts";
import type { FactSource } from "../../store/ports/index.ts";
import type { Extraction } from "../extract/index.ts";
import { chooseWording } from "../facts/compare/index.ts";
import { detailOf, type FactDetail } from "../facts/fact.ts";
import { combineConfidence, combineImportance, newSources } from "./combine.ts";
import { judgeAsCompared, judgeByRules, type Known, type Verdict } from "./judge.ts";
import type { Ledger, LedgerFact } from "./ledger.ts";

/** A statement from a conversation, ready to be compared with known facts. */
export interface Statement extends Omit<Extraction, "sources"> {
	sources: FactSource[];
	/** When it was last said. */
	observedAt: number;
	redacted: string[];
}

export interface ReconcileOptions {
	agentId: AgentId;
	floating: boolean;
	extractor: string;
	untrusted: "quarantine" | "drop";
}

/**
 * Adds a statement to the ledger: as a new fact, as another source of a known fact, or as the successor of facts
 * that it contradicts.
 */
export async function reconcile(
	ledger: Ledger,
	statement: Statement,
	options: ReconcileOptions,
): Promise<void> {
	if (!statement.trusted && options.untrusted === "drop") return;
	const verdict = await judge(ledger, statement, options.extractor);
	const same = verdict.same && (await ledger.get(verdict.same.id));
	if (verdict.same && same) {
		await merge(ledger, same, verdict.same, statement);
		return;
	}
	const id = await addNew(ledger, statement, verdict, options);
	if (!statement.trusted) return;
	for (const { id: other, reason } of verdict.contradicts)
		await supersede(ledger, other, id, statement, reason);
	if (statement.corrects !== undefined) await withdraw(ledger, statement.corrects, id, statement);
	for (const other of verdict.related) await link(ledger, other, id);
}

async function judge(
	ledger: Ledger,
	{ content, compared }: Pick<Statement, "content" | "compared">,
	extractor: string,
): Promise<Verdict> {
	const known = await ledger.nearest(content);
	if (!compared) return judgeByRules(content, known);
	const { relation } = compared;
	const to = relation && (await findExact(ledger, relation.to));
	return judgeAsCompared(content, known, compared, to, extractor);
}

/** The fact with exactly this content, if it still exists. */
const findExact = async (ledger: Ledger, content: string): Promise<Known | undefined> =>
	(await ledger.nearest(content)).find((known) => known.content === content);

/** Adds a statement to a fact that says the same. An untrusted statement does not change a trusted fact. */
async function merge(
	ledger: Ledger,
	{ fact, sources: known }: LedgerFact,
	{ content: both, reason }: NonNullable<Verdict["same"]>,
	statement: Statement,
): Promise<void> {
	const before = detailOf(fact);
	if (!statement.trusted && before.trusted) return;
	const sources = newSources(known, statement.sources);
	// The same events were the source before: nothing is new.
	if (sources.length === 0) return;
	// Written and pinned facts keep their wording.
	const isOwn = before.origin === "written" || fact.pinned;
	const wording = isOwn ? fact.content : (both ?? chosen(fact, before, statement));
	const vouched = statement.trusted && !before.trusted;
	const history: JsonObject = {
		change: "merged",
		with: statement.content,
		reason,
		...(wording !== fact.content && { from: fact.content }),
	};
	await ledger.change(
		fact.id,
		{
			content: wording,
			importance: combineImportance(fact.importance, statement.importance),
			confidence: combineConfidence(fact.confidence, statement.confidence),
			...(vouched && { status: "active" }),
			detail: {
				trusted: before.trusted || statement.trusted,
				observedAt: Math.max(before.observedAt, statement.observedAt),
				...laterEnd(before, statement),
			},
			sources,
		},
		history,
	);
}

function chosen(fact: LedgerFact["fact"], before: FactDetail, statement: Statement): string {
	const { content, importance, confidence } = fact;
	return chooseWording(
		{ content, importance, confidence, at: before.observedAt },
		{
			content: statement.content,
			importance: statement.importance,
			confidence: statement.confidence,
			at: statement.observedAt,
		},
	);
}

function laterEnd(before: FactDetail, { validTo }: Statement): Partial<FactDetail> {
	if (validTo === undefined || before.validTo === undefined) return {};
	return { validTo: Math.max(validTo, before.validTo) };
}

async function addNew(
	ledger: Ledger,
	statement: Statement,
	verdict: Verdict,
	options: ReconcileOptions,
): Promise<string> {
	const later = statement.trusted ? await newestOf(ledger, verdict, statement) : undefined;
	const detail: FactDetail = {
		kind: statement.kind,
		origin: "extracted",
		extractor: options.extractor,
		trusted: statement.trusted,
		observedAt: statement.observedAt,
		validFrom: statement.validFrom ?? statement.observedAt,
		...(statement.validTo !== undefined && { validTo: statement.validTo }),
		...(statement.redacted.length > 0 && { redacted: statement.redacted }),
	};
	if (later) {
		// A later statement has replaced this one already.
		detail.supersededBy = later.fact.id;
		detail.validTo = detailOf(later.fact).validFrom ?? detailOf(later.fact).observedAt;
	}
	return ledger.add({
		agentId: options.agentId,
		floating: options.floating,
		content: statement.content,
		status: !statement.trusted ? "quarantined" : later ? "superseded" : "active",
		importance: statement.importance,
		confidence: statement.confidence,
		detail,
		sources: statement.sources,
		history: { change: "extracted", extractor: options.extractor },
	});
}

/** The newest of the contradicted facts that was said after the statement, if there is one. */
async function newestOf(
	ledger: Ledger,
	verdict: Verdict,
	statement: Statement,
): Promise<LedgerFact | undefined> {
	let newest: LedgerFact | undefined;
	for (const { id } of verdict.contradicts) {
		const known = await ledger.get(id);
		if (known?.fact.status !== "active" || !isLater(known, statement)) continue;
		if (!newest || detailOf(known.fact).observedAt > detailOf(newest.fact).observedAt) newest = known;
	}
	return newest;
}

/**
 * Whether a known fact was said after a statement. Within a session the offsets decide, between sessions the time.
 */
function isLater({ fact, sources }: LedgerFact, statement: Statement): boolean {
	const [own] = statement.sources;
	const known = sources.filter(({ uid }) => uid === own?.uid).map(({ offset }) => offset);
	if (known.length > 0) {
		return Math.max(...known) > Math.max(...statement.sources.map(({ offset }) => offset));
	}
	return detailOf(fact).observedAt > statement.observedAt;
}

/** Marks a known fact as superseded. It is kept, with the date it ended. */
async function supersede(
	ledger: Ledger,
	known: string,
	by: string,
	statement: Statement,
	reason: string,
): Promise<void> {
	const old = await ledger.get(known);
	if (old?.fact.status !== "active" || isLater(old, statement)) return;
	// Consolidation does not supersede a pinned fact. The two facts are linked instead.
	if (old.fact.pinned) {
		await link(ledger, known, by);
		return;
	}
	const validTo = statement.validFrom ?? statement.observedAt;
	await ledger.change(
		known,
		{ status: "superseded", detail: { supersededBy: by, validTo } },
		{ change: "superseded", by, reason },
	);
}

/** Supersedes the fact that the speaker says is wrong or no longer true. */
async function withdraw(ledger: Ledger, corrects: string, by: string, statement: Statement): Promise<void> {
	const known = (await ledger.nearest(corrects)).filter(({ id }) => id !== by);
	const { same } = judgeByRules(corrects, known);
	if (same) await supersede(ledger, same.id, by, statement, "taken back by the speaker");
}

async function link(ledger: Ledger, a: string, b: string): Promise<void> {
	for (const [from, to] of [
		[a, b],
		[b, a],
	] as const) {
		const known = await ledger.get(from);
		if (!known) continue;
		const related = detailOf(known.fact).related ?? [];
		if (related.includes(to)) continue;
		await ledger.change(from, { detail: { related: [...related, to] } }, { change: "linked", to });
	}
}
