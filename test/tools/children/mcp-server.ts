import { existsSync, writeFileSync } from "node:fs";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { exampleServer } from "./example-server.ts";

/*
 * A real MCP server over stdio. The words after the file choose how it behaves:
 *   stubborn      ends neither when its input ends nor when it is asked to
 *   silent        starts and never answers
 *   broken        complains on stderr, with what it was told in secret, and exits
 *   broken-once   the same at the first start; FLAG is the file it remembers that in
 *   noisy         logs to stdout, where only messages belong
 *   circular      its list of tools never ends
 */
const words = new Set(process.argv.slice(2));

if (words.has("stubborn")) {
	process.on("SIGTERM", () => undefined);
	setInterval(() => undefined, 60_000);
}
const flag = process.env.FLAG ?? "";
const brokenNow = words.has("broken-once") && !existsSync(flag);
if (brokenNow) writeFileSync(flag, "");
if (words.has("broken") || brokenNow) {
	process.stderr.write(`${"x".repeat(5_000)} cannot read the config, token ${process.env.TOKEN}\n`);
	process.exit(7);
}
if (words.has("silent")) {
	console.error(`pid ${process.pid}`);
	process.stdin.resume();
} else {
	if (words.has("noisy")) console.log("starting up, as good programs say on stdout");
	await exampleServer({ circular: words.has("circular") }).connect(new StdioServerTransport());
}
