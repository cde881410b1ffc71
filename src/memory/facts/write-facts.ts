import { z } from "zod";
import { HoldfastError, parse } from "../../error/index.ts";
import { type AgentId, factText, type UserId, uuidV7 } from "../../event/index.ts";
import { nameOf, type WriteOptions } from "../../session/index.ts";
import type { FactDraft, FactOwner, FactPut, FactRecord, FactSource } from "../../store/ports/index.ts";
import { type AgentRules, embedderName, type MemoryContext } from "../memory-context.ts";
import { encodeFact, retimed } from "../recall/fact-entry.ts";
import { analyseNewFacts } from "../recall/make-entries.ts";
import { redactSecrets } from "../redact/index.ts";
import { takeTurns } from "../take-turns.ts";
import { contentDigest } from "./content-digest.ts";
import { detailJson, detailOf, type FactDetail } from "./fact.ts";
import { newFactFields } from "./fact-schema.ts";
import { retryConflict } from "./retry-conflict.ts";

/** A fact to write. */
export interface NewFact extends WriteOptions {
	/** The statement. */
	content: string;
}

/** Maximum number of facts per call. */
export const MAX_FACTS = 10_000;
/** Facts in one transaction. */
const STEP = 250;

const optionsSchema = z.strictObject(newFactFields);
const factSchema = z.strictObject({ content: factText, ...newFactFields });
type ParsedFact = z.output<typeof factSchema>;

/** The owner of new facts, and what else a write needs to know. */
export interface WriteTarget {
	agentId: AgentId;
	rules: AgentRules;
	owner: FactOwner;
	/** The owner is a session, and its facts move to the user as soon as the session has one. */
	floating?: boolean;
	/** An event that is a source of all facts, in addition to the sources that the caller names. */
	source?: FactSource | undefined;
	/** The user whose sessions may be sources. `others`: sources may name any user. */
	speaker: { userId: UserId | undefined; others: boolean };
}

/** Writes a fact. Calls `target` only after the arguments have been checked. */
export async function writeFact(
	context: MemoryContext,
	target: () => Promise<WriteTarget>,
	content: string,
	options: WriteOptions = {},
): Promise<string> {
	const text = parse(factText, content, "content");
	const rest = parse(optionsSchema, options, "options");
	const [id] = await storeFacts(context, await target(), [{ ...rest, content: text }]);
	return id as string;
}

export async function writeFacts(
	context: MemoryContext,
	target: WriteTarget,
	facts: readonly (string | NewFact)[],
): Promise<string[]> {
	const schema = z
		.array(
			z.preprocess((given) => (typeof given === "string" ? { content: given } : given), factSchema),
			{ error: "must be a list of strings or { content, … }" },
		)
		.max(MAX_FACTS, { error: `must be at most ${MAX_FACTS} facts; write the rest in another call` });
	return storeFacts(context, target, parse(schema, facts, "facts"));
}

/** Stores facts in the given order. A fact that the owner already has word for word is confirmed instead. */
async function storeFacts(
	context: MemoryContext,
	target: WriteTarget,
	facts: readonly ParsedFact[],
): Promise<string[]> {
	const { tenant, store } = context.platform;
	const sources = await Promise.all(facts.map((fact) => findSources(context, target, fact)));
	const embedder = await context.embedder();
	const ids: string[] = [];
	const turn = takeTurns();
	for (let at = 0; at < facts.length; at += STEP) {
		await turn();
		const step = facts.slice(at, at + STEP).map((fact) => withoutSecrets(fact, target.rules));
		const analyses = await analyseNewFacts(
			embedder,
			step.map(({ fact }) => fact.content),
		);
		const put = step.map(({ fact, redacted }, i): FactPut => {
			const now = Date.now();
			const analysed = analyses[i] as (typeof analyses)[number];
			return {
				fact: {
					id: uuidV7(now),
					owner: target.owner,
					agentId: target.agentId,
					floating: target.floating ?? false,
					content: fact.content,
					digest: contentDigest(fact.content),
					status: fact.trusted ? "active" : "quarantined",
					importance: fact.importance,
					confidence: fact.confidence,
					pinned: fact.pinned,
					detail: detailJson(writtenDetail(fact, redacted, now), now),
					createdAt: now,
					updatedAt: now,
					entry: encodeFact(analysed, now),
					vector: analysed.vector !== undefined,
				},
				sources: [...(sources[at + i] as FactSource[]), ...(target.source ? [target.source] : [])],
				change: { at: now, body: { change: "written" } },
				expect: "new",
			};
		});
		const outcome = await store.facts.commit({ tenant, put, remove: [], embedder: embedder?.name });
		for (const [i, { id, created }] of outcome.facts.entries()) {
			ids.push(id);
			const again = put[i] as FactPut;
			// An untrusted fact confirms nothing.
			if (!created && again.fact.status === "active") await confirmFact(context, id, again);
		}
	}
	return ids;
}

function withoutSecrets(fact: ParsedFact, { redact }: AgentRules): { fact: ParsedFact; redacted: string[] } {
	if (!redact) return { fact, redacted: [] };
	const { text, found } = redactSecrets(fact.content);
	return { fact: found.length > 0 ? { ...fact, content: text } : fact, redacted: found };
}

function writtenDetail(fact: ParsedFact, redacted: string[], now: number): FactDetail {
	return {
		kind: fact.kind,
		origin: "written",
		trusted: fact.trusted,
		observedAt: now,
		...(fact.validFrom !== undefined && { validFrom: fact.validFrom }),
		...(fact.validTo !== undefined && { validTo: fact.validTo }),
		...(typeof fact.source === "string" && { source: fact.source }),
		...(redacted.length > 0 && { redacted }),
		...(fact.metadata !== undefined && { metadata: fact.metadata }),
	};
}

/** Confirms a fact that was written again. Retries if another writer changes the fact at the same time. */
async function confirmFact(context: MemoryContext, id: string, { fact, sources }: FactPut): Promise<void> {
	const { tenant, store } = context.platform;
	await retryConflict(id, async () => {
		const [known] = await store.facts.get(tenant, [id]);
		if (!known) return;
		const merged: FactDraft = {
			...known,
			importance: Math.max(known.importance, fact.importance),
			confidence: Math.max(known.confidence, fact.confidence),
			pinned: known.pinned || fact.pinned,
			detail: detailJson(confirmedDetail(known, fact), known.createdAt),
			updatedAt: Math.max(known.updatedAt, fact.updatedAt),
			entry: known.entry && retimed(known.entry, fact.updatedAt),
		};
		const put: FactPut = {
			fact: merged,
			sources,
			change: { at: fact.updatedAt, body: { change: "confirmed" } },
			expect: { rev: known.rev },
		};
		await store.facts.commit({ tenant, put: [put], remove: [], embedder: await embedderName(context) });
	});
}

/** Adds the details of the new write to those of the known fact. */
function confirmedDetail(known: FactRecord, fact: FactDraft): FactDetail {
	const before = detailOf(known);
	// Only the values that the caller set, because defaults are not stored.
	const { trusted: _, origin: __, metadata, ...said } = fact.detail as unknown as Partial<FactDetail>;
	return {
		...before,
		...said,
		observedAt: fact.updatedAt,
		...((before.metadata || metadata) && { metadata: { ...before.metadata, ...metadata } }),
	};
}

/** The events that a caller names as sources. Each must exist; otherwise the write fails with `not_found`. */
async function findSources(
	{ platform }: MemoryContext,
	{ agentId, speaker }: WriteTarget,
	{ source }: ParsedFact,
): Promise<FactSource[]> {
	if (source === undefined || typeof source === "string") return [];
	const found: FactSource[] = [];
	for (const event of source) {
		const user = event.userId ?? speaker.userId;
		const name = nameOf(platform, {
			agentId,
			sessionId: event.sessionId,
			...(user !== undefined && { userId: user }),
		});
		const mayName = speaker.others || user === speaker.userId;
		const session = mayName ? await platform.store.sessions.get({ name }) : undefined;
		if (!session || event.offset >= session.head) {
			throw new HoldfastError(
				"not_found",
				`source: there is no event ${event.offset} in session "${event.sessionId}" of agent "${agentId}"`,
				{ sessionId: event.sessionId, offset: event.offset },
			);
		}
		found.push({ uid: session.uid, offset: event.offset });
	}
	return found;
}
