/** Where all users share what is known, "the user" would be whoever asks: it says who. */
export function nameUser(text: string, userId: string | undefined): string {
	const who = userId === undefined ? "A user" : `User ${userId}`;
	return text.replace(/\bthe user\b/giu, () => who);
}
