import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
	CallToolRequestSchema,
	type CallToolResult,
	ListToolsRequestSchema,
	type Tool,
} from "@modelcontextprotocol/sdk/types.js";

const PAGE = 4;
const text = (value: string): CallToolResult => ({ content: [{ type: "text", text: value }] });
const image = { type: "image", data: "AAAA", mimeType: "image/png" } as const;

interface ExampleOptions {
	/** What `die` does. */
	die?: () => void;
	/** Each page is followed by itself. */
	circular?: boolean;
}

/** A real MCP server whose tools do what tests need. Its list has several pages. */
export function exampleServer({
	die = () => process.exit(3),
	circular = false,
}: ExampleOptions = {}): Server {
	const server = new Server(
		{ name: "example", version: "1" },
		{ capabilities: { tools: { listChanged: true } } },
	);
	let added = 0;
	let waiting = 0;
	let cancelled = 0;
	const holds: (() => void)[] = [];
	type Run = (
		input: Record<string, unknown>,
		signal: AbortSignal,
	) => CallToolResult | Promise<CallToolResult>;
	const runs: Record<string, Run> = {
		echo: ({ value }) => text(String(value)),
		sum: ({ a, b }) => ({ ...text("see the structure"), structuredContent: { sum: Number(a) + Number(b) } }),
		fail: () => ({ ...text("no such customer"), isError: true }),
		crash: () => {
			throw new Error("it broke inside");
		},
		picture: () => ({ content: [image] }),
		mixed: () => ({
			content: [
				{ type: "text", text: "above" },
				image,
				{ type: "resource", resource: { uri: "file:///a", text: "inside" } },
				{ type: "resource_link", uri: "file:///b", name: "b" },
			],
		}),
		env: () => text(JSON.stringify(process.env)),
		pid: () => text(String(process.pid)),
		grow: async () => {
			added++;
			await server.sendToolListChanged();
			return text("grown");
		},
		die: () => {
			die();
			return new Promise(() => undefined);
		},
		wait: (_, signal) => {
			waiting++;
			signal.addEventListener("abort", () => cancelled++);
			return new Promise(() => undefined);
		},
		hold: () => new Promise((resolve) => holds.push(() => resolve(text("released")))),
		release: () => {
			for (const release of holds) release();
			return text(String(holds.length));
		},
		waits: () => text(JSON.stringify({ waiting, cancelled })),
		"odd name/ü": () => text("odd"),
		[`long_${"x".repeat(80)}`]: () => text("long"),
	};
	const tools = (): Tool[] => [
		...Object.keys(runs).map((name) => ({
			name,
			...(name === "echo" && { description: "Says it again." }),
			inputSchema: { type: "object" as const, properties: { value: { type: "string" } } },
		})),
		...Array.from({ length: added }, (_, i) => ({
			name: `added_${i}`,
			inputSchema: { type: "object" as const },
		})),
		{ name: "background", inputSchema: { type: "object" }, execution: { taskSupport: "required" } },
	];
	server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
		const start = Number(params?.cursor ?? 0);
		const all = tools();
		const next = circular ? start : start + PAGE;
		return { tools: all.slice(start, start + PAGE), ...(next < all.length && { nextCursor: String(next) }) };
	});
	server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
		const run = runs[params.name];
		if (!run) throw new Error(`no tool ${params.name}`);
		return run(params.arguments ?? {}, signal);
	});
	return server;
}
