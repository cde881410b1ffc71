import { createClient, type Holdfast } from "holdfast/client";
import type { Kept } from "./credential.ts";
import { watchedFetch } from "./link-state.ts";
import { serverUrl } from "./server-url.ts";

/** `onRefused`: called when the server rejects the credential, for any kind of request. */
export function openClient({ credential, tenant }: Kept, onRefused?: () => void): Holdfast {
	return createClient({
		url: serverUrl(),
		apiKey: credential,
		tenant,
		fetch: async (...args) => {
			const response = await watchedFetch(...args);
			if (response.status === 401) onRefused?.();
			return response;
		},
	});
}
