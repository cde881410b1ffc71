import type { TenantId } from "../../event/index.ts";
import {
	type DocumentListQuery,
	type DocumentPut,
	type DocumentRecord,
	type DocumentRemoval,
	firstNumber,
} from "../ports/index.ts";
import type { MemoryData } from "./data.ts";
import { clock } from "./runs.ts";

/** By code point, as every other store compares text. */
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const isExpired = ({ expiresAt }: DocumentRecord, now: number): boolean =>
	expiresAt !== undefined && expiresAt <= now;

function find(data: MemoryData, tenant: TenantId, kind: string, id: string): DocumentRecord | undefined {
	const found = data.documents.get(data.documentKey(tenant, kind, id));
	return found && !isExpired(found, clock()) ? found : undefined;
}

export function getDocument(
	data: MemoryData,
	tenant: TenantId,
	kind: string,
	id: string,
): DocumentRecord | undefined {
	return structuredClone(find(data, tenant, kind, id));
}

export function listDocuments(data: MemoryData, query: DocumentListQuery): DocumentRecord[] {
	const { tenant, kind, prefix = "", after, limit } = query;
	const now = clock();
	const found = [...data.documents.values()].filter(
		(document) =>
			document.tenant === tenant &&
			document.kind === kind &&
			document.id.startsWith(prefix) &&
			(after === undefined || compare(document.id, after) > 0) &&
			!isExpired(document, now),
	);
	return structuredClone(found.sort((a, b) => compare(a.id, b.id)).slice(0, limit));
}

export function putDocument(data: MemoryData, { tenant, document, expect, at }: DocumentPut): number | false {
	const { kind, id, body, expiresAt, uid } = structuredClone(document);
	if (uid !== undefined && !data.find({ uid, tenant })) return false;
	const current = find(data, tenant, kind, id);
	if (expect === "absent" ? current : expect !== undefined && current?.rev !== expect) return false;
	const key = data.documentKey(tenant, kind, id);
	// An expired document also passes its revision on.
	const before = data.documents.get(key)?.rev;
	const rev = before === undefined ? firstNumber() : before + 1;
	const times = { createdAt: current?.createdAt ?? at, updatedAt: at, expiresAt };
	data.documents.set(key, { tenant, kind, id, rev, body, ...times, uid });
	return rev;
}

export function removeDocument(data: MemoryData, { tenant, kind, id, rev }: DocumentRemoval): boolean {
	const found = find(data, tenant, kind, id);
	if (!found || (rev !== undefined && found.rev !== rev)) return false;
	return data.documents.delete(data.documentKey(tenant, kind, id));
}

export function sweepDocuments(data: MemoryData, tenant: TenantId, now: number): number {
	let count = 0;
	for (const [key, document] of data.documents) {
		if (document.tenant !== tenant || !isExpired(document, now)) continue;
		data.documents.delete(key);
		count++;
	}
	return count;
}
