import { fileURLToPath } from "node:url";
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type ChildOptions, ChildTransport } from "../../src/agent/tools/child-transport.ts";
import { isRunning } from "./running.ts";

const server = fileURLToPath(new URL("./children/mcp-server.ts", import.meta.url));
const ping = { jsonrpc: "2.0", id: 1, method: "ping" } as const;

function start(options: Partial<ChildOptions>): {
	transport: ChildTransport;
	answer: Promise<JSONRPCMessage>;
} {
	const env = { PATH: process.env.PATH ?? "" };
	const base = { command: process.execPath, args: [server], env };
	const transport = new ChildTransport({ ReadBuffer, serializeMessage }, { ...base, ...options });
	onTestFinished(() => transport.close());
	const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>();
	transport.onmessage = resolve;
	return { transport, answer: promise };
}

describe("AG4 a child process that speaks MCP", () => {
	test("ends by itself when its input ends, and closing says so once", async () => {
		const { transport, answer } = start({});
		const onclose = vi.fn();
		transport.onclose = onclose;
		await transport.start();
		const pid = transport.pid ?? 0;
		await transport.send(ping);
		expect(await answer).toMatchObject({ id: 1 });
		await Promise.all([transport.close(), transport.close()]);
		expect(isRunning(pid)).toBe(false);
		expect(transport.end).toBe("exited with code 0");
		expect(onclose).toHaveBeenCalledTimes(1);
		await expect(transport.send(ping)).rejects.toThrow("has ended");
	});

	test("is killed when it neither heeds the end of its input nor the request to end", async () => {
		const { transport, answer } = start({ args: [server, "stubborn"], graceMs: 50 });
		await transport.start();
		const pid = transport.pid ?? 0;
		await transport.send(ping);
		await answer;
		await transport.close();
		expect(isRunning(pid)).toBe(false);
		expect(transport.end).toBe("was ended by SIGKILL");
	});

	test("takes what it started along when it dies", async () => {
		// The shell prints the other's number as a message, and ends when its input does.
		const script = `sleep 1000 & echo '{"jsonrpc":"2.0","method":"'$!'"}'; read line`;
		const { transport, answer } = start({ command: "sh", args: ["-c", script] });
		await transport.start();
		const message = await answer;
		const other = Number("method" in message && message.method);
		expect(isRunning(other)).toBe(true);
		await transport.close();
		await vi.waitFor(() => expect(isRunning(other)).toBe(false), { timeout: 30_000 });
	});

	test("does not hold up the end when a stranger keeps its pipes open", async () => {
		const script = `setsid sleep 1000 & echo '{"jsonrpc":"2.0","method":"'$!'"}'; read line`;
		const { transport, answer } = start({ command: "sh", args: ["-c", script] });
		await transport.start();
		const message = await answer;
		const stranger = Number("method" in message && message.method);
		onTestFinished(() => void process.kill(stranger, "SIGKILL"));
		await transport.close();
		expect(transport.end).toMatch(/^exited/);
	});

	test("a message that is too long to be one ends it, and is reported", async () => {
		const script = "process.stdout.write('x'.repeat(11 * 1024 * 1024)); process.stdin.resume();";
		const { transport } = start({ args: ["-e", script] });
		const closed = Promise.withResolvers<void>();
		const errors: Error[] = [];
		transport.onclose = closed.resolve;
		transport.onerror = (error) => errors.push(error);
		await transport.start();
		await closed.promise;
		expect(errors[0]?.message).toContain("exceeded maximum size");
	});

	test("keeps the last 2 KB of its stderr", async () => {
		const { transport } = start({ args: ["-e", "console.error('a'.repeat(9000) + 'end')"] });
		const closed = Promise.withResolvers<void>();
		transport.onclose = closed.resolve;
		await transport.start();
		await closed.promise;
		expect(transport.stderr).toMatch(/^a{2044}end$/);
	});
});
