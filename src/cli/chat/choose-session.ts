import { HoldfastError } from "../../error/index.ts";
import { uuidV7 } from "../../event/index.ts";
import type { Holdfast } from "../../interface.ts";
import type { Session, SessionRef } from "../../session/index.ts";
import { refOf } from "../find-session.ts";

/** What a conversation goes on with. */
export interface Chosen {
	readonly ref: SessionRef;
	/** As it is; undefined where it begins with the first message. */
	readonly session?: Session;
}

export interface Choice {
	readonly agentId: string;
	/** As it was typed: "" means no user. Undefined: none was typed; then a session that is named says whose it is. */
	readonly userId?: string | undefined;
	readonly sessionId?: string | undefined;
	/** The newest that is open. */
	readonly continues?: boolean | undefined;
	/** Who is meant where neither the caller nor the session says it. */
	readonly defaultUser: string;
}

/** The session that is meant; without one a new one. */
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
async function findNewest(
	hf: Holdfast,
	agentId: string,
	userId: string | undefined,
): Promise<Session | undefined> {
	const owner = { agentId, userId: userId ?? null };
	const { items } = await hf.sessions.list({ ...owner, ended: false, order: "updated", limit: 50 });
	return items.find(({ parentUid }) => parentUid === undefined);
}
