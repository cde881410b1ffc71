import type { z } from "zod";
import { HoldfastError, parse } from "../../error/index.ts";
import type { Json, JsonObject } from "../../event/index.ts";
import { countFacts, type ErasureReceipt, forgetFacts, receipt } from "../../session/index.ts";
import type { FactDraft, FactRecord } from "../../store/ports/index.ts";
import type { AgentRules, MemoryContext } from "../memory-context.ts";
import { embedderName } from "../memory-context.ts";
import { encodeFact } from "../recall/fact-entry.ts";
import { analyseNewFacts } from "../recall/make-entries.ts";
import { redactSecrets } from "../redact/index.ts";
import { contentDigest } from "./content-digest.ts";
import { supersedeContradicted } from "./contradictions.ts";
import { detailJson, detailOf } from "./fact.ts";
import { factPatch } from "./fact-schema.ts";
import { retryConflict } from "./retry-conflict.ts";
import { reworded } from "./wording.ts";

/** The changes of a fact. Fields that you omit stay as they are. */
export interface FactPatch {
	/** The statement. */
	content?: string | undefined;
	/** From 0 to 1. */
	importance?: number | undefined;
	/** From 0 to 1. */
	confidence?: number | undefined;
	/** Whether the fact is part of every prompt. */
	pinned?: boolean | undefined;
	/** The category. */
	kind?: string | undefined;
	/** `active` approves a quarantined fact, or reactivates a superseded one. */
	status?: FactRecord["status"] | undefined;
	/**
	 * With `status: "active"`: what happens to active facts of the same owner that contradict this one. `supersede`
	 * (default) replaces them, `keep` leaves them as they are. `memory.contradictions(id)` lists them.
	 */
	contradictions?: "supersede" | "keep" | undefined;
	/** When the fact began to be true. null removes the date. */
	validFrom?: string | Date | null | undefined;
	/** When the fact stops being true. null removes the date. */
	validTo?: string | Date | null | undefined;
	/** Replaces all metadata of the fact. */
	metadata?: JsonObject | undefined;
}

export const noFact = (id: string): HoldfastError =>
	new HoldfastError("not_found", `there is no fact "${id}" in this memory`, { factId: id });

/** Changes a fact. If somebody else changes it at the same time, their changes to other fields stay. */
export async function updateFact(
	context: MemoryContext,
	rules: AgentRules,
	id: string,
	find: (id: string) => Promise<FactRecord>,
	given: FactPatch,
): Promise<FactRecord> {
	const patch = parse(factPatch, given, "patch");
	const { tenant, store } = context.platform;
	return retryConflict(id, async () => {
		const before = await find(id);
		const { fact, changed } = await patched(context, rules, before, patch);
		if (Object.keys(changed).length === 0) return before;
		const isNew = fact.status === "active" && before.status !== "active";
		const replaced =
			isNew && patch.contradictions !== "keep" ? await supersedeContradicted(context, fact) : undefined;
		const supersedes = replaced && replaced.ids.length > 0 ? { supersedes: replaced.ids } : {};
		const change = { at: fact.updatedAt, body: { change: "updated", ...changed, ...supersedes } };
		await store.facts.commit({
			tenant,
			put: [{ fact, sources: [], change, expect: { rev: before.rev } }, ...(replaced?.puts ?? [])],
			remove: [],
			embedder: await embedderName(context),
			...(replaced && { owners: [{ owner: before.owner, rev: replaced.rev }] }),
		});
		return find(id);
	});
}

async function patched(
	context: MemoryContext,
	rules: AgentRules,
	before: FactRecord,
	patch: z.output<typeof factPatch>,
): Promise<{ fact: FactDraft; changed: JsonObject }> {
	const now = Date.now();
	const changed: JsonObject = {};
	const note = (name: string, from: unknown, to: unknown): void => {
		if (JSON.stringify(from) !== JSON.stringify(to))
			changed[name] = { from: (from ?? null) as Json, to: (to ?? null) as Json };
	};
	const fact: FactDraft = { ...before, updatedAt: now };
	let detail = { ...detailOf(before) };
	for (const name of ["importance", "confidence", "pinned", "status"] as const) {
		const value = patch[name];
		if (value === undefined) continue;
		note(name, before[name], value);
		(fact as unknown as Record<string, unknown>)[name] = value;
	}
	if (patch.status === "active") {
		detail.trusted = true;
		delete detail.supersededBy;
		if (before.status === "superseded" && patch.validTo === undefined) delete detail.validTo;
	}
	if (patch.kind !== undefined) {
		note("kind", detail.kind, patch.kind);
		detail.kind = patch.kind;
	}
	for (const name of ["validFrom", "validTo"] as const) {
		const value = patch[name];
		if (value === undefined) continue;
		note(name, detail[name], value ?? undefined);
		if (value === null) delete detail[name];
		else detail[name] = value;
	}
	if (patch.metadata !== undefined) {
		note("metadata", detail.metadata ?? {}, patch.metadata);
		detail.metadata = patch.metadata;
	}
	if (patch.content !== undefined) {
		const { text, found } = rules.redact ? redactSecrets(patch.content) : { text: patch.content, found: [] };
		note("content", before.content, text);
		if (found.length > 0) detail.redacted = [...new Set([...(detail.redacted ?? []), ...found])];
		if (text !== before.content) {
			detail = reworded(detail);
			const [analysed] = await analyseNewFacts(await context.embedder(), [text]);
			if (analysed) {
				fact.entry = encodeFact(analysed, detail.observedAt);
				fact.vector = analysed.vector !== undefined;
			}
			fact.content = text;
			fact.digest = contentDigest(text);
		}
	}
	if (Object.keys(changed).some((name) => name !== "pinned")) detail.edited = true;
	// A person who changes the content or the status confirms the fact now.
	if (changed.content !== undefined || changed.status !== undefined) detail.observedAt = now;
	fact.detail = detailJson(detail, before.createdAt);
	return { fact, changed };
}

/** Permanently deletes a fact and its history, and checks that they are gone. */
export async function forgetFact(context: MemoryContext, record: FactRecord): Promise<ErasureReceipt> {
	const { platform } = context;
	const erased = await forgetFacts(platform, [record]);
	const left = await platform.store.facts.get(platform.tenant, [record.id]);
	const indexed = await countFacts(platform, [record]);
	return receipt(erased, { ...indexed, facts: left.length });
}
