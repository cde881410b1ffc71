import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { About } from "holdfast";
import { type Holdfast, HoldfastError } from "holdfast/client";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { AwayPage } from "./away-page.tsx";
import {
	forgetAll,
	type Kept,
	keepCredential,
	keepTenant,
	leaveReason,
	readKept,
	readReason,
	watchKept,
} from "./credential.ts";
import { LoginPage } from "./login-page.tsx";
import { makeQueries } from "./make-queries.ts";
import { openClient } from "./open-client.ts";
import { type Rights, rightsOf } from "./rights.ts";
import { basePath } from "./server-url.ts";

/*
 *            ┌── the server does not respond ──▶ away ── retry ──▶ asking
 * asking ────┼── about() responds ──▶ ready ── a key is rejected, or logout ──▶ the page reloads: asking
 *            └── unauthorized ──▶ login ── a valid key ──▶ ready
 *
 * Logging out reloads the page, so that no data of one user stays in memory for the next.
 */

export interface Connection {
	readonly hf: Holdfast;
	readonly about: About;
	readonly can: Rights;
	logOut(): void;
	/** Switches to another tenant, with the server's own key. undefined: the tenant of the server's configuration. */
	chooseTenant(tenant: string | undefined): Promise<void>;
}

export type { Rights };

const Context = createContext<Connection | undefined>(undefined);

export function useConnection(): Connection {
	const connection = useContext(Context);
	if (!connection) throw new Error("used outside of a connection");
	return connection;
}

export const useHf = (): Holdfast => useConnection().hf;
export const useRights = (): Rights => useConnection().can;

type Standing =
	| { at: "asking" }
	| { at: "away"; error: unknown }
	| { at: "login"; reason?: string | undefined }
	| { at: "ready"; about: About; hf: Holdfast; queries: QueryClient; byHand: boolean };

const isRefused = (error: unknown): boolean =>
	HoldfastError.isInstance(error) && error.code === "unauthorized";

/** The stored credential is malformed and can never work. */
const isUseless = (error: unknown): boolean => HoldfastError.isInstance(error) && error.code === "invalid";

/** Keeps the address: after logging in, the same page opens. */
function leaveRefused(): void {
	if (readKept().credential === undefined) return;
	forgetAll();
	leaveReason("The key was revoked or has expired. Log in again to continue.");
	window.location.reload();
}

/** Clears the address, too: it can contain ids that the next user must not see. */
function leave(): void {
	forgetAll();
	window.location.replace(`${basePath()}/`);
}

/** Asks the server what the credential is; returns a client that uses it. */
async function introduce(kept: Kept): Promise<{ hf: Holdfast; about: About }> {
	let isReady = false;
	const hf = openClient(kept, () => isReady && leaveRefused());
	try {
		const about = await hf.about();
		isReady = true;
		return { hf, about };
	} catch (error) {
		await hf.close();
		throw error;
	}
}

export function ConnectionProvider({ children }: { children: ReactNode }) {
	const [standing, setStanding] = useState<Standing>({ at: "asking" });

	const ask = useCallback(async (): Promise<void> => {
		const kept = readKept();
		try {
			setStanding({ at: "ready", byHand: false, queries: makeQueries(), ...(await introduce(kept)) });
		} catch (error) {
			if (!isRefused(error) && !isUseless(error)) return setStanding({ at: "away", error });
			const wasIn = kept.credential !== undefined;
			if (wasIn) forgetAll();
			setStanding({ at: "login", reason: wasIn ? "The key is no longer valid." : readReason() });
		}
	}, []);

	useEffect(() => {
		void ask();
		return watchKept(() => window.location.reload());
	}, [ask]);

	const logIn = useCallback(async (credential: string, stays: boolean): Promise<void> => {
		const entered = await introduce({ credential, tenant: undefined });
		keepCredential(credential, { stays });
		setStanding({ at: "ready", byHand: true, queries: makeQueries(), ...entered });
	}, []);

	const chooseTenant = useCallback(async (tenant: string | undefined): Promise<void> => {
		// A tenant that the server refuses is not stored.
		const { hf } = await introduce({ ...readKept(), tenant });
		await hf.close();
		keepTenant(tenant);
		window.location.replace(`${basePath()}/`);
	}, []);

	const connection = useMemo<Connection | undefined>(() => {
		if (standing.at !== "ready") return undefined;
		const { hf, about } = standing;
		return { hf, about, can: rightsOf(about), logOut: leave, chooseTenant };
	}, [standing, chooseTenant]);

	// The login form is gone: move the focus to the page, for keyboards and screen readers.
	const cameByHand = standing.at === "ready" && standing.byHand;
	useEffect(() => {
		if (cameByHand) document.getElementById("main")?.focus({ preventScroll: true });
	}, [cameByHand]);

	if (standing.at === "asking") return <p className="starting">Holdfast</p>;
	if (standing.at === "away") return <AwayPage error={standing.error} again={ask} />;
	if (standing.at === "login") return <LoginPage reason={standing.reason} logIn={logIn} />;
	return (
		<QueryClientProvider client={standing.queries}>
			<Context.Provider value={connection}>{children}</Context.Provider>
		</QueryClientProvider>
	);
}
