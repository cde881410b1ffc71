import { HoldfastError } from "../../error/index.ts";
import { uuidV7 } from "../../event/index.ts";
import type { Holdfast } from "../../interface.ts";
import type { Session, SessionRef } from "../../session/index.ts";
import { refOf } from "../find-session.ts";

/** The session of a chat. */
export interface Chosen {
	readonly ref: SessionRef;
	/** The session, if it exists. Otherwise the first message creates it. */
	readonly session?: Session;
}

export interface Choice {
	readonly agentId: string;
	/** As typed: "" means no user. Undefined: the user of the named session. */
	readonly userId?: string | undefined;
	readonly sessionId?: string | undefined;
	/** Continue the newest open session. */
	readonly continues?: boolean | undefined;
	/** The user if neither the caller nor the session has one. */
	readonly defaultUser: string;
}

/** The selected session, or a new one. */
export async function chooseSession(hf: Holdfast, choice: Choice): Promise<Chosen> {
	const { agentId, sessionId } = choice;
	const userId = userOf(choice);
	const found =
		sessionId !== undefined
			? await findNamed(hf, choice, sessionId)
			: choice.continues
				? await findNewest(hf, agentId, userId)
				: undefined;
	if (found) return { ref: refOf(found), session: found };
	const owner = userId === undefined ? {} : { userId };
	return { ref: { agentId, ...owner, sessionId: sessionId ?? uuidV7() } };
}

const userOf = ({ userId, defaultUser }: Choice): string | undefined => (userId ?? defaultUser) || undefined;

async function findNamed(hf: Holdfast, choice: Choice, sessionId: string): Promise<Session | undefined> {
	const { agentId, userId } = choice;
	const { items } = await hf.sessions.list({ agentId, sessionId, limit: 10 });
	const ofUser = items.find((one) => one.userId === userOf(choice));
	// To enter the session of another user, the caller must name that user.
	if (ofUser || userId !== undefined || items.length === 0) return ofUser;
	if (items.length === 1) return items[0];
	throw new HoldfastError(
		"ambiguous",
		`several users have a session with the id "${sessionId}"; select one with --user`,
		{
			candidates: items.map(refOf),
		},
	);
}

/** The newest open session. Skips the sessions of sub-agents, which are not conversations with the user. */
async function findNewest(
	hf: Holdfast,
	agentId: string,
	userId: string | undefined,
): Promise<Session | undefined> {
	const owner = { agentId, userId: userId ?? null };
	const { items } = await hf.sessions.list({ ...owner, ended: false, order: "updated", limit: 50 });
	return items.find(({ parentUid }) => parentUid === undefined);
}
