import type { Platform } from "../../session/index.ts";
import type { FactOwner, SessionRecord } from "../../store/ports/index.ts";
import type { AgentRules } from "../memory-context.ts";

/** The topmost parent of a session, or the session itself. Facts belong to the user of that session. */
export async function rootOf({ store, tenant }: Platform, session: SessionRecord): Promise<SessionRecord> {
	let root = session;
	while (root.parent !== undefined) {
		const parent = await store.sessions.get({ uid: root.parent, tenant });
		if (!parent) break;
		root = parent;
	}
	return root;
}

/** The owner of a session's facts. `floating`: they move to the user as soon as the session has one. */
export async function ownerOf(
	platform: Platform,
	session: SessionRecord,
	{ space, facts }: AgentRules,
): Promise<{ owner: FactOwner; floating: boolean }> {
	const { tenant } = platform;
	const root = await rootOf(platform, session);
	const ofSpace: FactOwner = { tenant, space, userId: undefined, uid: undefined };
	if (facts === "agent") return { owner: ofSpace, floating: false };
	if (facts === "user" && root.userId !== undefined) {
		return { owner: { ...ofSpace, userId: root.userId }, floating: false };
	}
	return { owner: { ...ofSpace, uid: root.uid }, floating: facts === "user" };
}
