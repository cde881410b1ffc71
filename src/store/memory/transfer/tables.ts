import type { AgentId, JsonObject, SessionUid, UserId } from "../../../event/index.ts";
import { parseState, stateJson } from "../../../state/index.ts";
import type { JobRecord, SubscriptionRecord, TransferRow } from "../../ports/index.ts";
import { removeSubscription } from "../subscriptions.ts";
import { inOrder, jsonOf, type MemoryKind, orUndefined, type Placed } from "./kind.ts";

const placed = (key: string[], values: TransferRow["values"]): Placed => ({
	place: key,
	row: () => ({ key, values }),
});

export const userKind: MemoryKind = {
	list: (data, tenant) =>
		inOrder(
			[...data.users.values()].flatMap(({ record }) =>
				record.tenant !== tenant
					? []
					: placed([record.userId], {
							display_name: record.displayName ?? null,
							variables: JSON.stringify(record.variables),
							metadata: JSON.stringify(record.metadata),
							created_at: record.createdAt,
							updated_at: record.updatedAt,
						}),
			),
		),
	load(data, tenant, { key, values }) {
		data.putUser({
			tenant,
			userId: String(key[0]) as UserId,
			displayName: orUndefined<string>(values.display_name),
			variables: jsonOf<JsonObject>(values.variables),
			metadata: jsonOf<JsonObject>(values.metadata),
			createdAt: Number(values.created_at),
			updatedAt: Number(values.updated_at),
		});
		return true;
	},
	remove(data, tenant, [userId]) {
		data.users.delete(data.userKey(tenant, String(userId) as UserId));
	},
};

export const stateKind: MemoryKind = {
	list: (data, tenant) =>
		inOrder(
			[...data.shared.values()].flatMap((entry) =>
				entry.tenant !== tenant || entry.state.size === 0
					? []
					: placed([entry.agentId, entry.userId ?? ""], {
							values: stateJson(new Map([...entry.state].sort(([a], [b]) => (a < b ? -1 : 1)))),
						}),
			),
		),
	load(data, tenant, { key, values }) {
		const [agentId, userId] = key as [AgentId, string];
		const state = data.sharedState(tenant, agentId, userId === "" ? undefined : (userId as UserId));
		state.clear();
		for (const [name, value] of parseState(String(values.values))) state.set(name, value);
		return true;
	},
	remove(data, tenant, key) {
		const [agentId, userId] = key as [AgentId, string];
		data.sharedState(tenant, agentId, userId === "" ? undefined : (userId as UserId)).clear();
	},
};

export const subscriptionKind: MemoryKind = {
	list: (data, tenant) =>
		inOrder(
			[...(data.subscriptions.get(tenant)?.values() ?? [])].map(({ id, url, agentId, events, createdAt }) =>
				placed([id], {
					url,
					agent_id: agentId ?? null,
					events: events === undefined ? null : JSON.stringify(events),
					created_at: createdAt,
				}),
			),
		),
	load(data, tenant, { key, values }) {
		const mine = data.subscriptions.get(tenant) ?? new Map<string, SubscriptionRecord>();
		const id = String(key[0]);
		data.subscriptions.set(
			tenant,
			mine.set(id, {
				tenant,
				id,
				url: String(values.url),
				agentId: orUndefined<AgentId>(values.agent_id),
				events: values.events === null ? undefined : jsonOf<string[]>(values.events),
				createdAt: Number(values.created_at),
			}),
		);
		return true;
	},
	remove(data, tenant, [id]) {
		removeSubscription(data, tenant, String(id));
	},
};

export const jobKind: MemoryKind = {
	list: (data, tenant) =>
		inOrder(
			[...data.jobs.values()].flatMap(({ record, aliveUntil }) =>
				record.tenant !== tenant
					? []
					: placed([record.id], {
							kind: record.kind,
							payload: JSON.stringify(record.payload),
							status: record.status,
							attempts: record.attempts,
							due_at: record.dueAt,
							created_at: record.createdAt,
							alive_until: record.status === "running" ? aliveUntil : null,
							error: record.error ?? null,
							uid: record.uid ?? null,
						}),
			),
		),
	load(data, tenant, { key, values }) {
		const uid = orUndefined<SessionUid>(values.uid);
		if (uid !== undefined && !data.find({ uid, tenant })) return false;
		const id = String(key[0]);
		const record: JobRecord = {
			id,
			tenant,
			uid,
			kind: String(values.kind),
			payload: jsonOf<JsonObject>(values.payload),
			status: values.status as JobRecord["status"],
			attempts: Number(values.attempts),
			dueAt: Number(values.due_at),
			createdAt: Number(values.created_at),
			error: orUndefined<string>(values.error),
		};
		data.jobs.set(data.jobKey(tenant, id), { record, aliveUntil: Number(values.alive_until ?? 0) });
		return true;
	},
	remove(data, tenant, [id]) {
		data.jobs.delete(data.jobKey(tenant, String(id)));
	},
};

export const documentKind: MemoryKind = {
	list: (data, tenant) =>
		inOrder(
			[...data.documents.values()].flatMap((one) =>
				one.tenant !== tenant
					? []
					: placed([one.kind, one.id], {
							rev: one.rev,
							body: JSON.stringify(one.body),
							created_at: one.createdAt,
							updated_at: one.updatedAt,
							expires_at: one.expiresAt ?? null,
							uid: one.uid ?? null,
						}),
			),
		),
	load(data, tenant, { key, values }) {
		const uid = orUndefined<SessionUid>(values.uid);
		if (uid !== undefined && !data.find({ uid, tenant })) return false;
		const [kind, id] = key as [string, string];
		data.documents.set(data.documentKey(tenant, kind, id), {
			tenant,
			kind,
			id,
			uid,
			rev: Number(values.rev),
			body: jsonOf<JsonObject>(values.body),
			createdAt: Number(values.created_at),
			updatedAt: Number(values.updated_at),
			expiresAt: orUndefined<number>(values.expires_at),
		});
		return true;
	},
	remove(data, tenant, [kind, id]) {
		data.documents.delete(data.documentKey(tenant, String(kind), String(id)));
	},
};

export const embedderKind: MemoryKind = {
	list(data, tenant) {
		const embedder = data.facts.tenants.get(tenant)?.embedder;
		return embedder ? [placed([], { name: embedder.name, dimensions: embedder.dimensions })] : [];
	},
	load(data, tenant, { values }) {
		data.facts.tenant(tenant).embedder = {
			name: String(values.name),
			dimensions: Number(values.dimensions),
		};
		return true;
	},
	remove(data, tenant) {
		data.facts.tenant(tenant).embedder = undefined;
	},
};
