/** Replaces "the user" by the user's id. If all users share the facts, "the user" would mean the user who asks. */
export function nameUser(text: string, userId: string | undefined): string {
	const who = userId === undefined ? "A user" : `User ${userId}`;
	return text.replace(/\bthe user\b/giu, () => who);
}
