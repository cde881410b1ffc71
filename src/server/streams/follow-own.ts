import { HoldfastError } from "../../error/index.ts";
import type { Event } from "../../event/index.ts";
import type { Holdfast } from "../../interface.ts";
import type { Session, SessionHandle } from "../../session/index.ts";

/*
 * What is followed is held by its identity, whatever it is called: a session that becomes another user's would be followed
 * on. A user follows it as long as it is theirs. Whose it is can change with an event of the session itself only, so
 * there it is looked up, and no such event may be passed over.
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

/** The events behind `after`, until the session has another name than it was asked for by. */
export async function followOwn(hf: Holdfast, session: SessionHandle, after = -1): Promise<Events> {
	const found = await findSession(hf, session);
	let uid = found?.uid;
	// From its end at most: who asks for what comes later would miss that it became another's.
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
