import type { TenantId, UserId } from "../../event/index.ts";
import type { FactChange, FactOwner } from "../ports/index.ts";
import { BytePool, freeBytes } from "./byte-pool.ts";
import type { MemoryFact, MemoryOwner, MemorySession, MemorySpace, MemoryTenant } from "./stored.ts";

/** Where a fact belongs. */
export interface FactPlace {
	space: string;
	userId: UserId | undefined;
	session: MemorySession | undefined;
}

/** The key of an owner in its space. */
export const ownerKey = ({ userId, session }: Omit<FactPlace, "space">): string =>
	session ? `s${session.no}` : userId === undefined ? "" : `u${userId}`;

/** The most common history entry, shared by most facts: written at creation. */
const WRITTEN = '{"change":"written"}';
const FIRST = `[0,null,${WRITTEN}]`;

/** A line of a fact's history. */
export function historyLine(fact: MemoryFact, rev: number, { at, body }: FactChange): string {
	const text = JSON.stringify(body);
	if (fact.history === "" && at === fact.createdAt && text === WRITTEN) return FIRST;
	return `[${rev},${at},${text}]`;
}

/** A fact's history with all times filled in. */
export const historyOf = ({ history, createdAt }: MemoryFact): string =>
	history.startsWith(FIRST) ? `[0,${createdAt},${WRITTEN}]${history.slice(FIRST.length)}` : history;

export const joinHistories = (a: string, b: string): string => (a && b ? `${a}\n${b}` : a || b);

const asList = (found: MemoryFact | MemoryFact[] | undefined): readonly MemoryFact[] =>
	found === undefined ? [] : Array.isArray(found) ? found : [found];

/** The facts of every tenant and their owners. */
export class FactData {
	readonly tenants = new Map<TenantId, MemoryTenant>();
	readonly entries = new BytePool();
	#rev = 0;
	#no = 0;

	/** Revisions never go back, whatever is erased. */
	nextRev(): number {
		this.#rev += 1;
		return this.#rev;
	}

	nextNo(): number {
		this.#no += 1;
		return this.#no;
	}

	tenant(id: TenantId): MemoryTenant {
		let tenant = this.tenants.get(id);
		if (!tenant) {
			tenant = { id, facts: new Map(), spaces: new Map(), embedder: undefined };
			this.tenants.set(id, tenant);
		}
		return tenant;
	}

	fact(tenant: TenantId, id: string): MemoryFact | undefined {
		return this.tenants.get(tenant)?.facts.get(id);
	}

	space(tenant: TenantId, name: string): MemorySpace | undefined {
		return this.tenants.get(tenant)?.spaces.get(name);
	}

	findOwner(tenant: TenantId, { space, ...key }: FactPlace): MemoryOwner | undefined {
		return this.space(tenant, space)?.owners.get(ownerKey(key));
	}

	needOwner(tenant: TenantId, { space: name, userId, session }: FactPlace, rev: number): MemoryOwner {
		const { spaces } = this.tenant(tenant);
		const space = spaces.get(name) ?? { name, born: rev, rev, owners: new Map(), removals: [] };
		spaces.set(name, space);
		const key = ownerKey({ userId, session });
		let owner = space.owners.get(key);
		if (!owner) {
			owner = { space, userId, session, born: rev, rev, facts: new Set(), active: new Map() };
			space.owners.set(key, owner);
		}
		return owner;
	}

	/** The oldest active fact of an owner with this digest. `passOver` excludes facts. */
	twin(
		owner: MemoryOwner | undefined,
		digest: string,
		passOver?: (fact: MemoryFact) => boolean,
	): MemoryFact | undefined {
		const found = asList(owner?.active.get(digest)).filter((fact) => !passOver?.(fact));
		return found.length < 2 ? found[0] : found.reduce((a, b) => (a.no < b.no ? a : b));
	}

	/** Removes a fact from its owner's lists. */
	detach(fact: MemoryFact): void {
		const { facts, active } = fact.owner;
		facts.delete(fact);
		const left = asList(active.get(fact.digest)).filter((other) => other !== fact);
		if (left.length === 0) active.delete(fact.digest);
		else active.set(fact.digest, left.length === 1 ? (left[0] as MemoryFact) : left);
	}

	/** Adds a fact, as it is now, at the end of its owner's lists. */
	attach(fact: MemoryFact, rev: number): void {
		const { owner } = fact;
		fact.rev = rev;
		owner.facts.add(fact);
		if (fact.status === "active") {
			const found = owner.active.get(fact.digest);
			owner.active.set(fact.digest, found === undefined ? fact : [...asList(found), fact]);
		}
		this.touch(owner, rev);
	}

	touch(owner: MemoryOwner, rev: number): void {
		owner.rev = rev;
		owner.space.rev = rev;
	}

	/** Records that the owner no longer has this fact. */
	leave(owner: MemoryOwner, fact: MemoryFact, rev: number): void {
		owner.space.removals.push({ rev, no: fact.no, owner });
		this.touch(owner, rev);
	}

	/** Removes a fact with its sources and history. */
	drop(tenant: TenantId, fact: MemoryFact, rev: number): void {
		this.detach(fact);
		this.tenant(tenant).facts.delete(fact.id);
		this.setEntry(fact, undefined, false);
		for (const { session } of fact.sources) session.cited.delete(fact);
		this.leave(fact.owner, fact, rev);
	}

	/** Replaces the index entry of a fact. */
	setEntry(fact: MemoryFact, entry: Uint8Array | undefined, vector: boolean): void {
		if (fact.entry) freeBytes(fact.entry);
		fact.entry = entry && this.entries.keep(entry);
		fact.vector = entry !== undefined && vector;
	}

	addSource(fact: MemoryFact, session: MemorySession, offset: number): void {
		if (fact.sources.some((source) => source.session === session && source.offset === offset)) return;
		fact.sources = fact.sources.concat({ session, offset });
		session.cited.add(fact);
	}

	/** Removes the sources that facts have in a session. */
	dropSources(session: MemorySession): void {
		for (const fact of session.cited) {
			fact.sources = fact.sources.filter((source) => source.session !== session);
		}
		session.cited.clear();
	}

	/** All owners of a tenant that match. */
	owners(tenant: TenantId, wanted: (owner: MemoryOwner) => boolean): MemoryOwner[] {
		const spaces = [...(this.tenants.get(tenant)?.spaces.values() ?? [])];
		return spaces.flatMap((space) => [...space.owners.values()].filter(wanted));
	}

	/** The owners of a session's own facts, one per space. */
	ownersOf(session: MemorySession): MemoryOwner[] {
		const spaces = [...(this.tenants.get(session.record.tenant)?.spaces.values() ?? [])];
		const key = ownerKey({ userId: undefined, session });
		return spaces.flatMap(({ owners }) => owners.get(key) ?? []);
	}

	/** Removes an owner with its facts. */
	dropOwner(tenant: TenantId, owner: MemoryOwner): void {
		for (const fact of [...owner.facts]) this.drop(tenant, fact, this.nextRev());
		owner.space.owners.delete(ownerKey(owner));
	}
}

export function ownerRecord(tenant: TenantId, { space, userId, session }: MemoryOwner): FactOwner {
	return { tenant, space: space.name, userId, uid: session?.record.uid };
}
