/** The key or token that was typed, as this browser keeps it: until the tab is closed, or until it is logged out. */
const NAME = "holdfast.credential";

export function readCredential(): string | undefined {
	return sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME) ?? undefined;
}

export function keepCredential(credential: string, { keeps }: { keeps: boolean }): void {
	forgetCredential();
	(keeps ? localStorage : sessionStorage).setItem(NAME, credential);
}

export function forgetCredential(): void {
	sessionStorage.removeItem(NAME);
	localStorage.removeItem(NAME);
}
