import { holdfast } from "../../holdfast.ts";
import type { Holdfast } from "../../interface.ts";
import type { HoldfastServer } from "../../server/index.ts";

/** Connects to the server of this process over HTTP, like any other client. */
export function connectOwn(
	{ port, url }: HoldfastServer,
	{ host, adminKey }: { host?: string | undefined; adminKey?: string | undefined },
): Promise<Holdfast> {
	const isEverywhere = host === "0.0.0.0" || host === "::";
	return holdfast({
		url: isEverywhere ? `http://127.0.0.1:${port}` : url,
		...(adminKey !== undefined && { apiKey: adminKey }),
	});
}
