/** The session that was taken over here just now: whoever did it is about to write. */
let taken: string | undefined;

export function markTaken(uid: string): void {
	taken = uid;
}

/** Whether it was this one; the mark is gone then. */
export function wasTaken(uid: string): boolean {
	const isIt = taken === uid;
	if (isIt) taken = undefined;
	return isIt;
}
