/** What was written to customers and not sent yet, by session: it outlives its field, until the page is loaded anew. */
const drafts = new Map<string, string>();

export const draftOf = (uid: string): string => drafts.get(uid) ?? "";

export function keepDraft(uid: string, text: string): void {
	if (text === "") drafts.delete(uid);
	else drafts.set(uid, text);
}
