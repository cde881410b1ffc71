import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { About } from "holdfast";
import { createClient, type Holdfast, HoldfastError } from "holdfast/client";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { forgetCredential, keepCredential, readCredential } from "./credential.ts";
import { watchedFetch } from "./link-state.ts";
import { LoginPage } from "./login-page.tsx";
import { serverUrl } from "./server-url.ts";

/*
 * asking ── about() answers ──▶ ready ── a key is refused, or logged out ──▶ login
 *    │                                                                         │ a key that is good
 *    └─ unauthorized ──▶ login ◀───────────────────────────────────────────────┘──▶ asking
 */

/** What whoever is logged in may do. A button that would be refused is not shown. */
export interface Rights {
	/** Change sessions, users, facts; run agents. */
	readonly write: boolean;
	/** Keys, jobs, settings of agents, upkeep. */
	readonly admin: boolean;
	/** A user's token: only what is theirs is there. */
	readonly isUser: boolean;
}

export interface Connection {
	readonly hf: Holdfast;
	readonly about: About;
	readonly can: Rights;
	logOut(): void;
}

const Context = createContext<Connection | undefined>(undefined);

export function useConnection(): Connection {
	const connection = useContext(Context);
	if (!connection) throw new Error("used outside of a connection");
	return connection;
}

export const useHf = (): Holdfast => useConnection().hf;
export const useRights = (): Rights => useConnection().can;

const RANK = { user: -1, read: 0, agent: 1, admin: 2, root: 3 } as const;

function rightsOf({ scope }: About): Rights {
	const rank = RANK[scope];
	return { write: rank >= 1, admin: rank >= 2, isUser: scope === "user" };
}

export const openClient = (credential: string | undefined): Holdfast =>
	createClient({ url: serverUrl(), apiKey: credential, fetch: watchedFetch });

type Standing =
	| { at: "asking" }
	| { at: "login"; wrong?: string | undefined }
	| { at: "ready"; about: About; hf: Holdfast };

const isRefused = (error: unknown): boolean =>
	HoldfastError.isInstance(error) && error.code === "unauthorized";

export function ConnectionProvider({ children }: { children: ReactNode }) {
	const [standing, setStanding] = useState<Standing>({ at: "asking" });

	const logOut = useCallback((wrong?: string) => {
		forgetCredential();
		setStanding({ at: "login", wrong });
	}, []);

	const enter = useCallback(async (credential: string | undefined): Promise<void> => {
		const hf = openClient(credential);
		try {
			setStanding({ at: "ready", hf, about: await hf.about() });
		} catch (error) {
			await hf.close();
			throw error;
		}
	}, []);

	useEffect(() => {
		const kept = readCredential();
		enter(kept).catch((error: unknown) => {
			if (isRefused(error)) return logOut(kept === undefined ? undefined : "The key is no good any more.");
			setStanding({ at: "login", wrong: error instanceof Error ? error.message : String(error) });
		});
	}, [enter, logOut]);

	const queries = useMemo(
		() =>
			new QueryClient({
				queryCache: new QueryCache({
					onError: (error) => {
						if (isRefused(error)) logOut("The key was revoked, or its time is over.");
					},
				}),
				defaultOptions: {
					queries: {
						staleTime: 2_000,
						// What is wrong with a request stays wrong; what failed on the way the client tries again by itself.
						retry: false,
						// Also while the browser thinks that there is no network: the server may be this machine.
						networkMode: "always",
					},
					mutations: { networkMode: "always" },
				},
			}),
		[logOut],
	);

	const connection = useMemo<Connection | undefined>(
		() =>
			standing.at === "ready"
				? { hf: standing.hf, about: standing.about, can: rightsOf(standing.about), logOut: () => logOut() }
				: undefined,
		[standing, logOut],
	);

	if (standing.at === "asking") return <p className="starting">Holdfast</p>;
	if (standing.at === "login") {
		const logIn = async (credential: string, keeps: boolean): Promise<void> => {
			await enter(credential);
			keepCredential(credential, { keeps });
		};
		return <LoginPage wrong={standing.wrong} logIn={logIn} />;
	}
	return (
		<QueryClientProvider client={queries}>
			<Context.Provider value={connection}>{children}</Context.Provider>
		</QueryClientProvider>
	);
}
