import { QueryClient } from "@tanstack/react-query";

/** What was read of the server, for one who is logged in. */
export const makeQueries = (): QueryClient =>
	new QueryClient({
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
	});
