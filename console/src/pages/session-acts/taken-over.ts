/** The session that was just taken over here: its message field gets the focus. */
let taken: string | undefined;

export function markTaken(uid: string): void {
	taken = uid;
}

/** Whether it was this session; clears the mark. */
export function wasTaken(uid: string): boolean {
	const isIt = taken === uid;
	if (isIt) taken = undefined;
	return isIt;
}
