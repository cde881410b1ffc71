/** Unsent messages to users, by session. Kept until the page reloads. */
const drafts = new Map<string, string>();

export const draftOf = (uid: string): string => drafts.get(uid) ?? "";

export function keepDraft(uid: string, text: string): void {
	if (text === "") drafts.delete(uid);
	else drafts.set(uid, text);
}
