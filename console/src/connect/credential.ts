/*
 * The key or token of this browser. It is kept until the tab is closed or, with "stay logged in", until logout. The
 * chosen tenant is kept with it. Only the server's own key can choose a tenant.
 */

const CREDENTIAL = "holdfast.credential";
const TENANT = "holdfast.tenant";
const REASON = "holdfast.reason";
/** The theme belongs to the browser, not to the key. Logging out keeps it. */
const THEME = "holdfast.theme";

export interface Kept {
	readonly credential: string | undefined;
	readonly tenant: string | undefined;
}

const read = (name: string): string | undefined =>
	sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? undefined;

/** The storage that holds the credential of this tab. Another tab can have another credential and tenant. */
const placeOfOurs = (): Storage =>
	sessionStorage.getItem(CREDENTIAL) === null && localStorage.getItem(CREDENTIAL) !== null
		? localStorage
		: sessionStorage;

export const readKept = (): Kept => ({
	credential: read(CREDENTIAL),
	tenant: placeOfOurs().getItem(TENANT) ?? undefined,
});

/** `stays`: also for other tabs, and after the browser restarts. */
export function keepCredential(credential: string, { stays }: { stays: boolean }): void {
	forgetAll();
	(stays ? localStorage : sessionStorage).setItem(CREDENTIAL, credential);
}

/** Stored with the credential, for the same time. */
export function keepTenant(tenant: string | undefined): void {
	if (tenant === undefined) placeOfOurs().removeItem(TENANT);
	else placeOfOurs().setItem(TENANT, tenant);
}

/** Removes the credential and everything that pages stored for it. */
export function forgetAll(): void {
	for (const place of [sessionStorage, localStorage])
		for (const name of Object.keys(place))
			if (name.startsWith("holdfast.") && name !== THEME) place.removeItem(name);
}

/** Stores why the user has to log in again. The login page shows it after the reload. */
export const leaveReason = (reason: string): void => sessionStorage.setItem(REASON, reason);

export const readReason = (): string | undefined => sessionStorage.getItem(REASON) ?? undefined;

/** Calls `changed` when another tab logs out, or logs in with another credential. */
export function watchKept(changed: () => void): () => void {
	const look = (event: StorageEvent): void => {
		const isOurs = event.key === CREDENTIAL || event.key === null;
		if (event.storageArea === localStorage && isOurs && sessionStorage.getItem(CREDENTIAL) === null)
			changed();
	};
	window.addEventListener("storage", look);
	return () => window.removeEventListener("storage", look);
}
