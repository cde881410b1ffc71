import { tooMany } from "./rate-limit.ts";

/** How many streams and long polls one user may have open: enough for many windows, few for a server. */
export const STREAMS_OF_A_USER = 100;

/** Limits long-running work per caller, so that one caller cannot take all places. */
export function shareStreams(most: number = STREAMS_OF_A_USER) {
	const open = new Map<string, number>();
	return async <T>(who: string, work: () => Promise<T>): Promise<T> => {
		const now = open.get(who) ?? 0;
		if (now >= most) throw tooMany(5, "this user has reached the limit of open streams; close some");
		open.set(who, now + 1);
		try {
			return await work();
		} finally {
			const left = (open.get(who) ?? 1) - 1;
			if (left > 0) open.set(who, left);
			else open.delete(who);
		}
	};
}
