import { holdfast } from "../../holdfast.ts";
import type { Holdfast } from "../../interface.ts";
import type { HoldfastServer } from "../../server/index.ts";

/** The server of this process, as any other program sees it. */
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
