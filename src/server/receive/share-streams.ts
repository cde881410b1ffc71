import { tooMany } from "./rate-limit.ts";

/** So many streams and long polls one user may have open at a time: enough for many windows, few for a server. */
export const STREAMS_OF_A_USER = 100;

/** Does work that waits for long, no more of it at a time for each than their share: one cannot take the places of all. */
export function shareStreams(most: number = STREAMS_OF_A_USER) {
	const open = new Map<string, number>();
	return async <T>(who: string, work: () => Promise<T>): Promise<T> => {
		const now = open.get(who) ?? 0;
		if (now >= most) throw tooMany(5, "this user has as many streams open as one may; close some");
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
