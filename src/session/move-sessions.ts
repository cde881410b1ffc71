import { z } from "zod";
import { parse } from "../error/index.ts";
import { type SessionUid, sessionId, userId, uuidV7 } from "../event/index.ts";
import { type RekeyFacts, type RekeyPlan, type SessionName, sessionName } from "../store/ports/index.ts";
import { systemEvent } from "./draft-events.ts";
import type { Platform } from "./platform.ts";
import { describeSession, type Session } from "./session.ts";
import { type NewSessionRef, nameOf, resolveName, type SessionRef, withSessionId } from "./session-ref.ts";
import { parseOffset } from "./state.ts";

/** Options of a re-key. */
export interface RekeyOptions {
	/** If the target exists: refuse (default), or append the events of the source to it (merge). */
	onConflict?: "refuse" | "merge" | undefined;
}

export const rekeyOptions = z.strictObject({ onConflict: z.enum(["refuse", "merge"]).default("refuse") });

const targetSchema = z
	.object({ userId: userId.optional(), sessionId: sessionId.optional() })
	.refine((to) => to.userId !== undefined || to.sessionId !== undefined, {
		error: "must name a userId, a sessionId, or both",
	});

/** The public part of a name, for a life-cycle event. */
const shown = ({ userId, sessionId }: SessionName) => ({
	...(userId !== undefined && { userId }),
	sessionId,
});

/** How to move one session to another name. Also used for each session when a user is re-keyed. */
export function rekeyPlan(
	from: SessionName,
	to: SessionName,
	onConflict: "refuse" | "merge",
	now: number,
): RekeyPlan {
	const lifecycle = (facts: RekeyFacts) =>
		systemEvent(
			"session",
			{
				change: "rekeyed",
				from: shown(facts.from),
				to: shown(to),
				...(facts.merged && { merged: facts.merged }),
			},
			now,
			// In the order of a parsed object, so that an export and its import give the same bytes.
			Object.entries(Object.fromEntries(facts.state)).map(([key, value]) => ({ key, value })),
		);
	return { from: { name: from }, to, onConflict, lifecycle, at: now };
}

export async function rekeySession(
	platform: Platform,
	from: SessionRef | string,
	to: { userId?: string; sessionId?: string },
	options: RekeyOptions = {},
): Promise<Session> {
	const { onConflict } = parse(rekeyOptions, options, "re-key options");
	const target = parse(targetSchema, to, "re-key target");
	const source = await resolveName(platform, from);
	const name = sessionName({
		tenant: platform.tenant,
		agentId: source.agentId,
		userId: target.userId ?? source.userId,
		sessionId: target.sessionId ?? source.sessionId,
	});
	const plan = rekeyPlan(source, name, onConflict, Date.now());
	return describeSession(platform, await platform.store.sessions.rekey(plan));
}

/** Creates a session with a copy of another one, up to and including an offset. */
export async function forkSession(
	platform: Platform,
	ref: SessionRef | string,
	at: { offset: number },
	to: NewSessionRef,
): Promise<Session> {
	const offset = parseOffset(at?.offset);
	const source = await resolveName(platform, ref);
	const now = Date.now();
	const from = { agentId: source.agentId, ...shown(source), offset };
	const record = await platform.store.sessions.fork({
		source: { name: source },
		offset,
		to: nameOf(platform, withSessionId(to)),
		uid: uuidV7(now) as SessionUid,
		lifecycle: systemEvent("session", { change: "forked", from }, now),
		at: now,
	});
	return describeSession(platform, record);
}
