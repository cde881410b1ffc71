import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { isRunning } from "./running.ts";
import { child, start } from "./start-mcp-child.ts";
import { callTool, type UsedToolset } from "./use-toolset.ts";

afterEach(() => vi.unstubAllEnvs());

const pidOf = async (used: UsedToolset): Promise<number> => Number(await used.call("pid"));
const gone = (pid: number): Promise<void> =>
	vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 30_000, interval: 20 });

describe("AG4 an MCP server over stdio: its tools", () => {
	test("all pages are listed, with names that models accept", async () => {
		const tools = await start().list();
		const names = tools.map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(["echo", "waits", "odd_name__"]));
		expect(names.find((name) => name.startsWith("long_"))).toMatch(/^long_x{50}_[0-9a-f]{8}$/);
		expect(tools.find(({ name }) => name === "echo")).toMatchObject({
			description: "Says it again.",
			inputSchema: { type: "object", properties: { value: { type: "string" } } },
		});
		for (const { description } of tools) expect(description).not.toBe("");
		// It can only be called in a way that runs do not know.
		expect(names).not.toContain("background");
	});

	test("only the tools asked for, with a prefix, rule and time limit", async () => {
		const limits = { allow: "plan == 'pro'", timeoutMs: 1_234 };
		const used = start([], { tools: ["echo", "odd name/ü", "not there"], prefix: "x-", ...limits });
		expect(await used.list()).toMatchObject([
			{ name: "x-echo", ...limits },
			{ name: "x-odd_name__", ...limits },
		]);
		expect(await used.call("x-odd_name__")).toBe("odd");
	});

	test("results: the structure, or the text, or the parts as they are", async () => {
		const used = start();
		expect(await used.call("echo", { value: "hi" })).toBe("hi");
		expect(await used.call("sum", { a: 1, b: 2 })).toEqual({ sum: 3 });
		expect(await used.call("mixed")).toBe("above\n[image image/png, not shown]\ninside\n[b: file:///b]");
		expect(await used.call("picture")).toEqual([{ type: "image", data: "AAAA", mimeType: "image/png" }]);
	});

	test("errors are thrown with what the server said, and it stays usable", async () => {
		const used = start();
		const pid = await pidOf(used);
		await expect(used.call("fail")).rejects.toThrow("no such customer");
		await expect(used.call("crash")).rejects.toThrow("it broke inside");
		const [echo] = await used.list();
		for (const input of ["text", null, [1]]) {
			expect(() => echo?.check(input)).toThrow(expect.objectContaining({ code: "invalid" }));
		}
		expect(await pidOf(used)).toBe(pid);
	});

	test("a changed list is seen by the next one who asks", async () => {
		const used = start();
		expect(await used.names()).not.toContain("added_0");
		await used.call("grow");
		expect(await used.names()).toContain("added_0");
		await used.call("grow");
		expect(await used.names()).toContain("added_1");
	});

	test("what a server logs to the wrong stream does no harm", async () => {
		expect(await start(["noisy"]).call("echo", { value: "still here" })).toBe("still here");
	});
});

describe("AG4 an MCP server over stdio: its process", () => {
	test("is started when first needed, once for all who ask, and kept", async () => {
		const used = start();
		const pids = await Promise.all(Array.from({ length: 5 }, () => pidOf(used)));
		expect(new Set(pids).size).toBe(1);
		expect(await pidOf(used)).toBe(pids[0]);
	});

	test("gets the variables it is given and a few harmless ones, nothing else", async () => {
		vi.stubEnv("HF_SECRET", "for-this-process-only");
		vi.stubEnv("HF_TOKEN", "for-the-server");
		// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users write it.
		const used = start([], { env: { TOKEN: "t-${HF_TOKEN}", PLAIN: "1" } });
		const env = JSON.parse(String(await used.call("env"))) as Record<string, string>;
		expect(env).toMatchObject({ TOKEN: "t-for-the-server", PLAIN: "1", PATH: process.env.PATH });
		const harmless = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "TOKEN", "PLAIN"];
		expect(Object.keys(env).filter((name) => !harmless.includes(name))).toEqual([]);
	});

	test("that dies fails the call under way, and is started again for the next one who asks", async () => {
		const used = start();
		const before = await pidOf(used);
		const tools = await used.list();
		const waiting = used.call("wait");
		const outcome = expect(waiting).rejects.toThrow(/the MCP server .* exited with code 3 during the call/);
		await expect(used.call("die")).rejects.toThrow("exited with code 3 during the call");
		await outcome;
		const echo = tools.find(({ name }) => name === "echo");
		await expect(echo && callTool(echo)).rejects.toThrow("is not connected");
		expect(await pidOf(used)).not.toBe(before);
		// Tools of the earlier list work again too.
		expect(echo && (await callTool(echo, { value: "back" }))).toBe("back");
	});

	test("that is killed while idle is started again", async () => {
		const used = start();
		const before = await pidOf(used);
		process.kill(before, "SIGKILL");
		await gone(before);
		await vi.waitFor(async () => expect(await pidOf(used)).not.toBe(before), { timeout: 30_000 });
	});

	test("an abort ends the call with its reason, tells the server, and leaves the rest alone", async () => {
		const used = start();
		const tools = await used.list();
		const wait = tools.find(({ name }) => name === "wait");
		if (!wait) return expect.unreachable();
		const controller = new AbortController();
		const reason = new Error("the run was cancelled");
		const waiting = expect(callTool(wait, {}, controller.signal)).rejects.toBe(reason);
		// Messages arrive in order: when this is answered the other has begun.
		expect(await used.call("waits")).toBe('{"waiting":1,"cancelled":0}');
		controller.abort(reason);
		await waiting;
		expect(await used.call("waits")).toBe('{"waiting":1,"cancelled":1}');
		await expect(callTool(wait, {}, controller.signal)).rejects.toBe(reason);
		expect(await used.call("waits")).toBe('{"waiting":1,"cancelled":1}');
	});

	test("a call may take longer than the minute that the SDK would give it", async () => {
		const used = start();
		await used.list();
		const holding = used.call("hold");
		expect(await used.call("echo", { value: "begun" })).toBe("begun");
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		onTestFinished(() => void vi.useRealTimers());
		const held = used.call("hold");
		await used.call("echo");
		vi.advanceTimersByTime(24 * 3_600_000);
		expect(await used.call("release")).toBe("2");
		expect(await Promise.all([holding, held])).toEqual(["released", "released"]);
	});

	test("one who stops waiting for the connection does not take it from the others", async () => {
		const used = start();
		const controller = new AbortController();
		const impatient = expect(used.toolset.tools(controller.signal)).rejects.toBe("enough");
		const patient = used.names();
		controller.abort("enough");
		await impatient;
		expect(await patient).toContain("echo");
	});
});

describe("AG4 an MCP server over stdio: the end", () => {
	test("close leaves no process; what runs is told; a later use starts anew", async () => {
		const used = start();
		const pid = await pidOf(used);
		const waiting = expect(used.call("wait")).rejects.toThrow("was closed during the call");
		await used.call("waits");
		await used.toolset.close();
		expect(isRunning(pid)).toBe(false);
		await waiting;
		await used.toolset.close();
		expect(await pidOf(used)).not.toBe(pid);
	});

	test("close ends a process that will not end, and those it was started through", async () => {
		const server = [process.execPath, child("mcp-server"), "stubborn"].map((word) => `'${word}'`).join(" ");
		// Not the last command: the shell stays, as npx does.
		const used = start([], { command: "sh", args: ["-c", `${server}; true`] });
		const pid = await pidOf(used);
		await used.toolset.close();
		await gone(pid);
	});

	test("close while connecting ends the process and the connecting", async () => {
		const used = start(["silent"]);
		const connecting = expect(used.list()).rejects.toMatchObject({
			code: "unavailable",
			message: expect.stringContaining("closed while connecting"),
		});
		await used.toolset.close();
		await connecting;
	});

	test("close while the list is being read again starts nothing anew", async () => {
		const used = start();
		const pid = await pidOf(used);
		const tools = await used.list();
		await used.call("grow");
		process.kill(pid, "SIGSTOP");
		const listing = expect(used.list()).rejects.toMatchObject({ code: "unavailable" });
		await used.toolset.close();
		await listing;
		expect(isRunning(pid)).toBe(false);
		const [echo] = tools;
		await expect(echo && callTool(echo)).rejects.toThrow("is not connected");
	});

	test("the processes of a program that just ends are ended with it", async () => {
		const script = `
			const { mcp } = await import(${JSON.stringify(new URL("../../src/agent/tools/index.ts", import.meta.url).href)});
			const tools = await mcp({ command: process.execPath, args: [${JSON.stringify(child("mcp-server"))}, "stubborn"],
				connectTimeoutMs: 60_000 }).tools(new AbortController().signal);
			console.log(await tools.find(({ name }) => name === "pid").execute({}, { signal: new AbortController().signal }));
			process.exit(0);`;
		const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
		expect(Number(stdout)).toBeGreaterThan(0);
		await gone(Number(stdout));
	});
});
