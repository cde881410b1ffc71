import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { isRunning } from "./running.ts";
import { child, start } from "./start-mcp-child.ts";
import { useToolset } from "./use-toolset.ts";

afterEach(() => vi.unstubAllEnvs());

describe("AG4 an MCP server that cannot be used is unavailable, and the error says which and why", () => {
	const unavailable = (message: string) =>
		expect.objectContaining({ code: "unavailable", message: expect.stringContaining(message) });

	test("a command that does not exist", async () => {
		const used = useToolset({ command: "no-such-mcp-server", args: ["--key", "hidden"] });
		const error = await used.list().catch((reason: Error) => reason);
		expect(error).toEqual(
			unavailable("MCP server no-such-mcp-server cannot be used: the command was not found"),
		);
		expect(error).toMatchObject({ server: "no-such-mcp-server", cause: { code: "ENOENT" }, retryable: true });
		expect(JSON.stringify(error)).not.toContain("hidden");
	});

	test("a folder that does not exist", async () => {
		await expect(start([], { cwd: "/no/such/folder" }).list()).rejects.toEqual(
			unavailable("its cwd is not a folder"),
		);
	});

	test("one that exits at once: how, and the end of its stderr without secrets", async () => {
		vi.stubEnv("HF_TOKEN", "very-secret");
		// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users write it.
		const error = await start(["broken"], { env: { TOKEN: "${HF_TOKEN}" } })
			.list()
			.catch((reason: Error) => reason);
		expect(error).toEqual(unavailable("it exited with code 7; its stderr ends with: xxx"));
		const { message } = error as Error;
		expect(message).toContain("cannot read the config, token ***");
		expect(message).not.toContain("very-secret");
		expect(message.length).toBeLessThan(2_400);
	});

	test("it may work the next time", async () => {
		const folder = mkdtempSync(join(tmpdir(), "holdfast-mcp-"));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		const used = start(["broken-once"], { env: { FLAG: join(folder, "flag") } });
		await expect(used.list()).rejects.toEqual(unavailable("exited with code 7"));
		expect(await used.call("echo", { value: "now" })).toBe("now");
	});

	test("one that never answers, in the time allowed; its process is ended", async () => {
		// A shell, as it starts fast: it must have said its number in the time allowed.
		const script = "echo pid $$ >&2; trap '' TERM; while true; do sleep 1000; done";
		const used = start([], { command: "sh", args: ["-c", script], connectTimeoutMs: 2_000 });
		const error = await used.list().catch((reason: Error) => reason);
		expect(error).toEqual(unavailable("it did not answer within 2000 ms; its stderr ends with: pid"));
		const pid = Number(/pid (\d+)/.exec((error as Error).message)?.[1]);
		expect(isRunning(pid)).toBe(true);
		await used.toolset.close();
		expect(isRunning(pid)).toBe(false);
	});

	test("one whose list never ends", async () => {
		await expect(start(["circular"]).list()).rejects.toEqual(unavailable("its list of tools repeats a page"));
	});

	test("a variable that is not set", async () => {
		// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users write it.
		const used = start([], { env: { TOKEN: "${HF_NOT_SET}" } });
		await expect(used.list()).rejects.toEqual(
			unavailable("variable TOKEN needs the environment variable HF_NOT_SET"),
		);
	});

	test("without the SDK: capability_missing, and how to install it", async () => {
		const { stdout } = await promisify(execFile)(process.execPath, [child("without-mcp-sdk")]);
		expect(JSON.parse(stdout)).toMatchObject({
			code: "capability_missing",
			message: expect.stringContaining("npm install @modelcontextprotocol/sdk"),
		});
	});
});
