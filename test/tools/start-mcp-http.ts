import { randomUUID } from "node:crypto";
import type { Server as HttpServer, IncomingMessage } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { exampleServer } from "./children/example-server.ts";
import { startServer } from "./start-server.ts";

export interface McpHttp {
	url: string;
	port: number;
	server: HttpServer;
	/** All requests so far. */
	requests: Pick<IncomingMessage, "method" | "headers">[];
	/** How many clients are known. */
	sessions(): number;
}

/** A real MCP server over Streamable HTTP. `die` is what its tool of that name does. */
export async function startMcpHttp(port = 0, die?: () => void): Promise<McpHttp> {
	const sessions = new Map<string, StreamableHTTPServerTransport>();
	const requests: McpHttp["requests"] = [];
	const open = async (): Promise<StreamableHTTPServerTransport> => {
		const transport = new StreamableHTTPServerTransport({
			sessionIdGenerator: randomUUID,
			onsessioninitialized: (id) => void sessions.set(id, transport),
			onsessionclosed: (id) => void sessions.delete(id),
		});
		await exampleServer(die && { die }).connect(transport as Transport);
		return transport;
	};
	const { url, server } = await startServer(async (request, response) => {
		requests.push({ method: request.method, headers: request.headers });
		const id = request.headers["mcp-session-id"];
		const known = typeof id === "string" ? sessions.get(id) : await open();
		if (known) await known.handleRequest(request, response);
		else response.writeHead(404).end("no such session");
	}, port);
	return {
		url: `${url}/mcp`,
		port: Number(new URL(url).port),
		server,
		requests,
		sessions: () => sessions.size,
	};
}
