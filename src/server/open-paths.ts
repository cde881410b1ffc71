import { packageVersion } from "../config/package-files.ts";
import type { House } from "../house.ts";
import { consolePaths } from "./console/serve-console.ts";
import type { Exchange } from "./exchange.ts";
import { gaugeLines } from "./observe/gauges.ts";
import type { Metrics } from "./observe/metrics.ts";
import { apiDocument } from "./openapi/api-document.ts";
import { addressed, PAGE_POLICY, renderPage } from "./openapi/render-page.ts";
import { type Operation, operation } from "./operation.ts";
import { sendText } from "./send/send-text.ts";
import { renderStart, START_POLICY } from "./start-page.ts";

type Open = (exchange: Exchange) => void | Promise<void>;

/** How long the store may take for the readiness check. */
const READY_MS = 2_000;

/** Paths that need no credential: health, documentation and console. */
export function openPaths(
	house: House,
	operations: readonly Operation[],
	state: { readonly draining: boolean },
	{ isOpen, hasConsole }: { readonly isOpen: boolean; readonly hasConsole: boolean },
): ReadonlyMap<string, Open> {
	let texts: { json: string; page: string } | undefined;
	let start: string | undefined;
	/** Created at the first request: most processes never get one. */
	const documents = () => {
		if (texts) return texts;
		const document = apiDocument(operations);
		texts = { json: JSON.stringify(document), page: renderPage(document, { isOpen }) };
		return texts;
	};
	return new Map<string, Open>([
		[
			"/",
			(exchange) => {
				start ??= renderStart({ version: packageVersion(), isOpen });
				sendPage(exchange, start, START_POLICY);
			},
		],
		["/health", (exchange) => sendText(exchange, 200, {}, '{"status":"ok"}')],
		[
			"/ready",
			async (exchange) => {
				const status = state.draining ? "draining" : (await isThere(house)) ? "ok" : "unavailable";
				sendText(exchange, status === "ok" ? 200 : 503, {}, JSON.stringify({ status }));
			},
		],
		["/v1/openapi.json", (exchange) => sendText(exchange, 200, {}, documents().json)],
		["/v1/docs", (exchange) => sendPage(exchange, documents().page, PAGE_POLICY)],
		// Replaces the page at `/`, if it is enabled and built.
		...((hasConsole && consolePaths()) || []),
	]);
}

/** Sends one of our own pages, with the server URL that the reader used. */
function sendPage(exchange: Exchange, page: string, policy: string): void {
	const { host, "x-forwarded-proto": proto } = exchange.incoming.headers;
	const headers = {
		"content-type": "text/html; charset=utf-8",
		"content-security-policy": policy,
		"referrer-policy": "no-referrer",
	};
	sendText(exchange, 200, headers, addressed(page, { host, secure: proto === "https" }));
}

/** Whether the store responds. */
async function isThere({ store, tenant }: House): Promise<boolean> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<boolean>((resolve) => {
		timer = setTimeout(resolve, READY_MS, false);
	});
	const asked = store.documents.get(tenant, "key", "ready").then(
		() => true,
		() => false,
	);
	const there = await Promise.race([asked, late]);
	clearTimeout(timer);
	return there;
}

/** Metrics for Prometheus. They reveal how much is done here, so they need a key. */
export const metricsOperation = (house: House, metrics: Metrics): Operation =>
	operation({
		id: "metrics",
		method: "GET",
		path: "/metrics",
		access: "read",
		repeat: "none",
		summary: "Metrics of this process, in the Prometheus text format",
		answerType: "text/plain",
		handle: async (call) => ({
			text: `${[metrics.text(), ...(await gaugeLines(house, call))].join("\n")}\n`,
			headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
		}),
	});
