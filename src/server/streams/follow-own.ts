import { HoldfastError } from "../../error/index.ts";
import type { Event } from "../../event/index.ts";
import type { Holdfast } from "../../interface.ts";
import type { Session, SessionHandle } from "../../session/index.ts";

/*
 * A follower holds its session by identity, so it would continue if the session was re-keyed to another user. A
 * user's follower must end then. The owner only changes with an event of the session itself, so it is checked
 * there, and no such event may be skipped.
 */

type Events = AsyncIterator<Event, unknown, undefined>;

async function findSession(hf: Holdfast, { ref }: SessionHandle): Promise<Session | undefined> {
	try {
		return await hf.sessions.get(ref);
	} catch (error) {
		if (HoldfastError.isInstance(error) && error.code === "not_found") return undefined;
		throw error;
	}
}

/** The events after `after`, until the session has another name than it was requested by. */
export async function followOwn(hf: Holdfast, session: SessionHandle, after = -1): Promise<Events> {
	const found = await findSession(hf, session);
	let uid = found?.uid;
	// Starts no later than at its end: a caller that asks for later events would otherwise miss a re-key.
	const items = session.follow({ after: Math.min(after, (found?.head ?? 0) - 1) });
	const isLeft = async (): Promise<boolean> => {
		const now = (await findSession(hf, session))?.uid;
		return now === undefined || now !== uid;
	};
	return {
		async next() {
			for (;;) {
				const step = await items.next();
				if (step.done) return step;
				uid ??= (await findSession(hf, session))?.uid;
				if (step.value.kind === "session" && (await isLeft())) {
					await items.return?.();
					return { done: true, value: undefined };
				}
				if (step.value.offset > after) return step;
			}
		},
		return: async () => (await items.return?.()) ?? { done: true, value: undefined },
	};
}
