import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A real HTTP server on a port of its own, ended with the test. */
export async function startServer(
	listener: RequestListener,
	port = 0,
): Promise<{ url: string; server: Server }> {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	onTestFinished(() => stopServer(server));
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** Stops it at once: open connections are cut. */
export function stopServer(server: Server): Promise<void> {
	server.closeAllConnections();
	return new Promise((resolve) => server.close(() => resolve()));
}

export async function readBody(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks).toString("utf8");
}
