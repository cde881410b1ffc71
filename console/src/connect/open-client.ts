import { createClient, type Holdfast } from "holdfast/client";
import type { Kept } from "./credential.ts";
import { watchedFetch } from "./link-state.ts";
import { serverUrl } from "./server-url.ts";

/** `onRefused`: whatever asks, a list, a stream, a deed, the credential is not taken any more. */
export function openClient({ credential, tenant }: Kept, onRefused?: () => void): Holdfast {
	return createClient({
		...{ url: serverUrl(), apiKey: credential, tenant },
		fetch: async (...args) => {
			const response = await watchedFetch(...args);
			if (response.status === 401) onRefused?.();
			return response;
		},
	});
}
