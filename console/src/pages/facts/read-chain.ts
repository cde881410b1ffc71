import type { Fact, Memory } from "holdfast";
import { HoldfastError } from "holdfast/client";

/** The facts related to a fact: those it superseded, those that superseded it, and similar ones. */
export interface Chain {
	/** Facts that it superseded. */
	before: Fact[];
	/** Facts that superseded it, in order. */
	after: Fact[];
	related: Fact[];
	/** Not all superseded facts were checked. */
	isPart: boolean;
}

/** The maximum number of superseded facts to check. */
const MOST = 2_000;
const PAGE = 500;
/** The maximum length of the chain. */
const STEPS = 5;
const RELATED = 12;

/** A fact that may have been forgotten meanwhile. */
async function find(memory: Memory, id: string): Promise<Fact | undefined> {
	try {
		return await memory.get(id);
	} catch (error) {
		if (HoldfastError.isInstance(error) && error.code === "not_found") return undefined;
		throw error;
	}
}

async function superseded(memory: Memory, id: string): Promise<{ found: Fact[]; isPart: boolean }> {
	const found: Fact[] = [];
	let cursor: string | undefined;
	let seen = 0;
	do {
		const page = await memory.list({ status: "superseded", limit: PAGE, cursor });
		found.push(...page.items.filter(({ supersededBy }) => supersededBy === id));
		seen += page.items.length;
		cursor = page.next;
	} while (cursor !== undefined && seen < MOST);
	return { found: found.reverse(), isPart: cursor !== undefined };
}

async function replacing(memory: Memory, fact: Fact): Promise<Fact[]> {
	const after: Fact[] = [];
	const seen = new Set([fact.id]);
	let next = fact.supersededBy;
	while (next !== undefined && !seen.has(next) && after.length < STEPS) {
		seen.add(next);
		const found = await find(memory, next);
		if (!found) break;
		after.push(found);
		next = found.supersededBy;
	}
	return after;
}

/** `memory` is that of the fact's owner: a fact supersedes only facts of the same owner. */
export async function readChain(memory: Memory, fact: Fact): Promise<Chain> {
	const [{ found, isPart }, after, related] = await Promise.all([
		superseded(memory, fact.id),
		replacing(memory, fact),
		Promise.all(fact.related.slice(0, RELATED).map((id) => find(memory, id))),
	]);
	return { before: found, after, related: related.filter((one) => one !== undefined), isPart };
}
