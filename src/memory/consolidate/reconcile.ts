import type { AgentId, JsonObject } from "../../event/index.ts";
import type { FactSource } from "../../store/ports/index.ts";
import type { Extraction } from "../extract/index.ts";
import { chooseWording } from "../facts/compare/index.ts";
import { detailOf, type FactDetail } from "../facts/fact.ts";
import { combineConfidence, combineImportance, newSources } from "./combine.ts";
import { judgeAsCompared, judgeByRules, type Known, type Verdict } from "./judge.ts";
import type { Ledger, LedgerFact } from "./ledger.ts";

/** A statement from a conversation, ready to be compared with what is known. */
export interface Statement extends Omit<Extraction, "sources"> {
	sources: FactSource[];
	/** When it was said last. */
	observedAt: number;
	redacted: string[];
}

export interface ReconcileOptions {
	agentId: AgentId;
	floating: boolean;
	extractor: string;
	untrusted: "quarantine" | "drop";
}

/** Puts a statement into the ledger: as a new fact, as another source of a known one, or in the place of one that it contradicts. */
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

/** The fact with these words, if it still is one. */
const findExact = async (ledger: Ledger, content: string): Promise<Known | undefined> =>
	(await ledger.nearest(content)).find((known) => known.content === content);

/** One more who says so. What nobody vouches for changes nothing that somebody has said. */
async function merge(
	ledger: Ledger,
	{ fact, sources: known }: LedgerFact,
	{ content: both, reason }: NonNullable<Verdict["same"]>,
	statement: Statement,
): Promise<void> {
	const before = detailOf(fact);
	if (!statement.trusted && before.trusted) return;
	const sources = newSources(known, statement.sources);
	// Said by the same events: it has been here before.
	if (sources.length === 0) return;
	// A person's own words stay as they were written.
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
		// Something that was said after it has taken its place already.
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

/** Of the facts that a statement contradicts the one that was said after it, if there is one. */
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

/** Whether a known fact was said after a statement: in one session the log says so, between sessions only the time can. */
function isLater({ fact, sources }: LedgerFact, statement: Statement): boolean {
	const [own] = statement.sources;
	const known = sources.filter(({ uid }) => uid === own?.uid).map(({ offset }) => offset);
	if (known.length > 0) {
		return Math.max(...known) > Math.max(...statement.sources.map(({ offset }) => offset));
	}
	return detailOf(fact).observedAt > statement.observedAt;
}

/** The known fact no longer holds; it is kept, with the time it held. */
async function supersede(
	ledger: Ledger,
	known: string,
	by: string,
	statement: Statement,
	reason: string,
): Promise<void> {
	const old = await ledger.get(known);
	if (old?.fact.status !== "active" || isLater(old, statement)) return;
	// What somebody has pinned is not undone by what is said in passing.
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

/** The speaker takes something back. */
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
