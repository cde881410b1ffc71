import type { AgentId, TenantId, UserId } from "../../event/index.ts";
import { ownerOf, type StateWrite } from "../../state/index.ts";
import {
	type DocumentRecord,
	matchKeys,
	noSession,
	type SessionName,
	type SessionTarget,
	type SubscriptionRecord,
	type UserRecord,
} from "../ports/index.ts";
import { FactData } from "./fact-data.ts";
import type { MemoryDelivery, MemoryJob, MemoryRun, MemorySession } from "./stored.ts";

/** All data of a memory store. JavaScript runs one piece of code at a time: a function is a transaction. */
const sharedKey = (tenant: TenantId, agentId: AgentId, userId: UserId | undefined): string =>
	JSON.stringify([tenant, agentId, userId ?? null]);

export class MemoryData {
	readonly byName = new Map<string, MemorySession>();
	readonly byUid = new Map<string, MemorySession>();
	readonly users = new Map<string, { record: UserRecord; match: Set<string> }>();
	readonly shared = new Map<
		string,
		{ tenant: TenantId; agentId: AgentId; userId: UserId | undefined; state: Map<string, string> }
	>();
	readonly jobs = new Map<string, MemoryJob>();
	readonly documents = new Map<string, DocumentRecord>();
	readonly runs = new Map<string, MemoryRun>();
	readonly facts = new FactData();
	/** By tenant and id. Tenants without subscriptions have no entry. */
	readonly subscriptions = new Map<TenantId, Map<string, SubscriptionRecord>>();
	/**
	 * Sessions with deliveries, and some that had them, so that finding deliveries does not scan all sessions.
	 */
	readonly #owing = new Set<MemorySession>();
	#no = 0;

	/** Numbers that order data of different sessions. */
	nextNo(): number {
		this.#no += 1;
		return this.#no;
	}

	setDelivery(session: MemorySession, key: string, delivery: MemoryDelivery): void {
		session.deliveries.set(key, delivery);
		this.#owing.add(session);
	}

	/** Sessions with deliveries. */
	*owing(): Generator<MemorySession> {
		for (const session of this.#owing) {
			if (session.deliveries.size > 0 && this.byUid.has(session.record.uid)) yield session;
			else this.#owing.delete(session);
		}
	}

	runKey(tenant: TenantId, id: string): string {
		return JSON.stringify([tenant, id]);
	}

	jobKey(tenant: TenantId, id: string): string {
		return JSON.stringify([tenant, id]);
	}

	documentKey(tenant: TenantId, kind: string, id: string): string {
		return JSON.stringify([tenant, kind, id]);
	}

	run(tenant: TenantId, id: string): MemoryRun | undefined {
		return this.runs.get(this.runKey(tenant, id));
	}

	find(target: SessionTarget): MemorySession | undefined {
		if ("name" in target) return this.byName.get(target.name.key);
		const session = this.byUid.get(target.uid);
		return session?.record.tenant === target.tenant ? session : undefined;
	}

	need(target: SessionTarget): MemorySession {
		const session = this.find(target);
		if (session) return session;
		throw noSession(target);
	}

	insert(name: SessionName, session: MemorySession): void {
		this.byName.set(name.key, session);
		this.byUid.set(session.record.uid, session);
	}

	remove(session: MemorySession): void {
		this.byName.delete(session.nameKey);
		this.byUid.delete(session.record.uid);
		for (const [key, { record }] of this.jobs) if (record.uid === session.record.uid) this.jobs.delete(key);
		for (const [key, { uid }] of this.documents) if (uid === session.record.uid) this.documents.delete(key);
		for (const owner of this.facts.ownersOf(session)) this.facts.dropOwner(session.record.tenant, owner);
		this.facts.dropSources(session);
		for (const { facts } of session.runs) this.runs.delete(this.runKey(session.record.tenant, facts.id));
	}

	/** Shared keys for reading: it creates nothing. */
	findSharedState(
		tenant: TenantId,
		agentId: AgentId,
		userId: UserId | undefined,
	): ReadonlyMap<string, string> | undefined {
		return this.shared.get(sharedKey(tenant, agentId, userId))?.state;
	}

	sharedState(tenant: TenantId, agentId: AgentId, userId: UserId | undefined): Map<string, string> {
		const key = sharedKey(tenant, agentId, userId);
		let entry = this.shared.get(key);
		if (!entry) {
			entry = { tenant, agentId, userId, state: new Map() };
			this.shared.set(key, entry);
		}
		return entry.state;
	}

	/** Where a key of this session is stored. */
	stateOwner(session: MemorySession, key: string): Map<string, string> {
		const { tenant, agentId, userId } = session.record;
		const owner = ownerOf(key, userId !== undefined);
		if (owner === "session") return session.state;
		return this.sharedState(tenant, agentId, owner === "user" ? userId : undefined);
	}

	write(session: MemorySession, writes: readonly StateWrite[]): void {
		for (const { key, value } of writes) {
			const owner = this.stateOwner(session, key);
			if (value === null) owner.delete(key);
			else owner.set(key, value);
		}
	}

	userKey(tenant: TenantId, userId: UserId): string {
		return JSON.stringify([tenant, userId]);
	}

	putUser(record: UserRecord): void {
		this.users.set(this.userKey(record.tenant, record.userId), {
			record,
			match: new Set(matchKeys(record.metadata)),
		});
	}
}
