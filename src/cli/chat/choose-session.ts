import { userInfo } from "node:os";
import { HoldfastError } from "../../error/index.ts";
import { uuidV7 } from "../../event/index.ts";
import type { Holdfast } from "../../interface.ts";
import type { Session, SessionRef } from "../../session/index.ts";
import { refOf } from "../find-session.ts";
import type { Terminal } from "../terminal.ts";

/** What a conversation goes on with. */
export interface Chosen {
	readonly ref: SessionRef;
	/** As it is; undefined where it begins with the first message. */
	readonly session?: Session;
}

/** Who sits here, where nobody said it. Facts are kept of somebody: without a name they would be lost. */
export function localUser(env: Terminal["env"]): string {
	try {
		return userInfo().username;
	} catch {
		// Users of a container may have no name.
		return env.USER || env.USERNAME || "local";
	}
}

export interface Choice {
	readonly agentId: string;
	/** Undefined: nobody was named; then a session that is named says whose it is. */
	readonly userId?: string | undefined;
	readonly sessionId?: string | undefined;
	/** The newest that is open. */
	readonly continues?: boolean | undefined;
	/** Who is meant where neither the caller nor the session says it. */
	readonly defaultUser: string;
}

/** The session that is meant; without one a new one. */
export async function chooseSession(hf: Holdfast, choice: Choice): Promise<Chosen> {
	const { agentId, sessionId, defaultUser } = choice;
	const userId = choice.userId ?? defaultUser;
	if (sessionId !== undefined) {
		const found = await findNamed(hf, choice, sessionId);
		return found ? { ref: refOf(found), session: found } : { ref: { agentId, userId, sessionId } };
	}
	const newest = choice.continues ? await findNewest(hf, agentId, userId) : undefined;
	if (newest) return { ref: refOf(newest), session: newest };
	return { ref: { agentId, userId, sessionId: uuidV7() } };
}

async function findNamed(hf: Holdfast, choice: Choice, sessionId: string): Promise<Session | undefined> {
	const { agentId, userId, defaultUser } = choice;
	const { items } = await hf.sessions.list({ agentId, sessionId, limit: 10 });
	const ofUser = items.find((one) => one.userId === (userId ?? defaultUser));
	// A session of somebody else is entered by those who name that user.
	if (ofUser || userId !== undefined || items.length === 0) return ofUser;
	if (items.length === 1) return items[0];
	throw new HoldfastError(
		"ambiguous",
		`session id "${sessionId}" is of several users; name one with --user`,
		{
			candidates: items.map(refOf),
		},
	);
}

/** Sessions that a sub-agent keeps for another are no conversations of their own. */
async function findNewest(hf: Holdfast, agentId: string, userId: string): Promise<Session | undefined> {
	const { items } = await hf.sessions.list({ agentId, userId, ended: false, order: "updated", limit: 50 });
	return items.find(({ parentUid }) => parentUid === undefined);
}
