/*
 * The key or token that was typed, as this browser keeps it: until the tab is closed, or until it is logged out. With it
 * goes the tenant that was chosen, which only the server's own key may do.
 */

const CREDENTIAL = "holdfast.credential";
const TENANT = "holdfast.tenant";
const REASON = "holdfast.reason";
/** How the console looks is the browser's matter, not that of whoever is logged in. */
const THEME = "holdfast.theme";

export interface Kept {
	readonly credential: string | undefined;
	readonly tenant: string | undefined;
}

const read = (name: string): string | undefined =>
	sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? undefined;

/** Where the credential of this tab is: another tab may have another one, and its own tenant. */
const placeOfOurs = (): Storage =>
	sessionStorage.getItem(CREDENTIAL) === null && localStorage.getItem(CREDENTIAL) !== null
		? localStorage
		: sessionStorage;

export const readKept = (): Kept => ({
	credential: read(CREDENTIAL),
	tenant: placeOfOurs().getItem(TENANT) ?? undefined,
});

/** `stays`: also for other tabs, and when the browser is started again. */
export function keepCredential(credential: string, { stays }: { stays: boolean }): void {
	forgetAll();
	(stays ? localStorage : sessionStorage).setItem(CREDENTIAL, credential);
}

/** Beside the credential, for as long. */
export function keepTenant(tenant: string | undefined): void {
	if (tenant === undefined) placeOfOurs().removeItem(TENANT);
	else placeOfOurs().setItem(TENANT, tenant);
}

/** The credential, and what pages have kept for whoever is logged in. */
export function forgetAll(): void {
	for (const place of [sessionStorage, localStorage])
		for (const name of Object.keys(place))
			if (name.startsWith("holdfast.") && name !== THEME) place.removeItem(name);
}

/** Why somebody has to log in again: for the page that is loaded next. */
export const leaveReason = (reason: string): void => sessionStorage.setItem(REASON, reason);

export const readReason = (): string | undefined => sessionStorage.getItem(REASON) ?? undefined;

/** Calls when another tab has logged out, or in as somebody else. */
export function watchKept(changed: () => void): () => void {
	const look = (event: StorageEvent): void => {
		const isOurs = event.key === CREDENTIAL || event.key === null;
		if (event.storageArea === localStorage && isOurs && sessionStorage.getItem(CREDENTIAL) === null)
			changed();
	};
	window.addEventListener("storage", look);
	return () => window.removeEventListener("storage", look);
}
