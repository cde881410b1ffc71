import { QueryClient } from "@tanstack/react-query";

/** A list of which more than its beginning is here: asked for again it would be a request for each of its pages. */
const isLong = (data: unknown): boolean =>
	typeof data === "object" &&
	data !== null &&
	"pages" in data &&
	Array.isArray(data.pages) &&
	data.pages.length > 1;

/** What was read of the server, for one who is logged in. */
export const makeQueries = (): QueryClient =>
	new QueryClient({
		defaultOptions: {
			queries: {
				staleTime: 2_000,
				refetchOnWindowFocus: ({ state }) => !isLong(state.data),
				refetchOnReconnect: ({ state }) => !isLong(state.data),
				// What is wrong with a request stays wrong; what failed on the way the client tries again by itself.
				retry: false,
				// Also while the browser thinks that there is no network: the server may be this machine.
				networkMode: "always",
			},
			mutations: { networkMode: "always" },
		},
	});
