import type { SessionUid } from "../event/index.ts";
import type { ErasureScope, SessionFilter, SessionRecord } from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";

const PAGE = 500;

function filterOf(scope: ErasureScope): SessionFilter | undefined {
	const { tenant } = scope;
	if ("user" in scope) return { tenant, userId: scope.user };
	if ("agent" in scope) return { tenant, agentId: scope.agent };
	if ("slice" in scope) return { tenant, agentId: scope.slice.agent, userId: scope.slice.user };
	return undefined;
}

async function* pagesOf({ store }: Platform, filter: SessionFilter): AsyncGenerator<SessionRecord[]> {
	for (let after: { at: number; uid: SessionUid } | undefined; ; ) {
		const page = await store.sessions.list({ ...filter, order: "created", limit: PAGE, after });
		yield page;
		const last = page.at(-1);
		if (!last || page.length < PAGE) return;
		after = { at: last.createdAt, uid: last.uid };
	}
}

/** The sessions that are deleted with a scope, and their children. Empty if whole spaces are deleted. */
export async function sessionsInScope(platform: Platform, scope: ErasureScope): Promise<SessionUid[]> {
	const found = new Set<SessionUid>("session" in scope ? [scope.session] : []);
	const filter = filterOf(scope);
	if (filter) for await (const page of pagesOf(platform, filter)) for (const { uid } of page) found.add(uid);
	// A set also visits what is added meanwhile.
	for (const parent of found) {
		const children = pagesOf(platform, { tenant: scope.tenant, parent });
		for await (const page of children) for (const { uid } of page) found.add(uid);
	}
	return [...found];
}
