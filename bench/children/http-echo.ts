/* The yardstick over HTTP: reads JSON, answers the same as JSON; and keeps streams that get what is posted to /tell. */
import { createServer, type ServerResponse } from "node:http";
import { reportMemory } from "./report-memory.ts";

const listeners = new Set<ServerResponse>();
const server = createServer((request, response) => {
	if (request.url === "/listen") {
		response.writeHead(200, { "content-type": "text/event-stream" });
		response.write(": \n\n");
		listeners.add(response);
		request.on("close", () => listeners.delete(response));
		return;
	}
	let body = "";
	request.setEncoding("utf8");
	request.on("data", (chunk: string) => {
		body += chunk;
	});
	request.on("end", () => {
		const json = JSON.stringify(JSON.parse(body));
		if (request.url === "/tell") for (const listener of listeners) listener.write(`data: ${json}\n\n`);
		response.writeHead(200, { "content-type": "application/json" });
		response.end(json);
	});
});
server.listen(0, "127.0.0.1", () => {
	const address = server.address();
	if (address && typeof address === "object") process.send?.({ url: `http://127.0.0.1:${address.port}` });
});
reportMemory();
