import { QueryClient } from "@tanstack/react-query";

/** A list with more than one page loaded. Refetching it would send a request for each page. */
const isLong = (data: unknown): boolean =>
	typeof data === "object" &&
	data !== null &&
	"pages" in data &&
	Array.isArray(data.pages) &&
	data.pages.length > 1;

/** The query cache of one login. */
export const makeQueries = (): QueryClient =>
	new QueryClient({
		defaultOptions: {
			queries: {
				staleTime: 2_000,
				refetchOnWindowFocus: ({ state }) => !isLong(state.data),
				refetchOnReconnect: ({ state }) => !isLong(state.data),
				// A request that is wrong stays wrong. The client itself retries after network failures.
				retry: false,
				// Also while the browser reports no network: the server can be this machine.
				networkMode: "always",
			},
			mutations: { networkMode: "always" },
		},
	});
