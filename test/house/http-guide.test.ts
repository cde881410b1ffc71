import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serve } from "../../src/server/index.ts";
import { STATUS_OF } from "../../src/server/send/status-of.ts";
import { root } from "./root.ts";
import { runShell } from "./run-shell.ts";

const guide = readFileSync(root("docs/http.md"), "utf8");
const commands = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1] as string);

const has = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;
const missing = ["bash", "curl"].filter((program) => !has(program));

test.skipIf(missing.length > 0)(
	`IF2: what docs/http.md tells to type works, line by line${missing.length > 0 ? ` (${missing.join(", ")} is not here)` : ""}`,
	async () => {
		const server = await serve({ port: 0, agents: join(root("examples/server"), "agents") });
		onTestFinished(() => server.close());
		const answers: string[] = [];
		for (const command of commands) {
			const { code, stdout, stderr } = await runShell(
				command.replaceAll("http://localhost:4747", server.url),
			);
			expect({ code, stderr }, command).toMatchObject({ code: 0 });
			expect(stdout, command).not.toContain('"error"');
			answers.push(stdout);
		}
		const [runs = "", stream = "", session = "", search = "", traced = "", erased = ""] = answers;
		expect(answers).toHaveLength(7);
		expect(runs).toMatch(/"output":"Demo model .*"output":"Demo model [^"]*\\"I live in Lisbon/s);
		expect(stream).toMatch(/^id: 0\ndata: \{"seq":0,"type":"text-delta"/m);
		expect(stream).toMatch(/^event: result\ndata: \{"runId"/m);
		expect(session).toContain('"room":12');
		expect(session).toContain('"user:language":"pt"');
		expect(search).toContain("lives in Lisbon");
		expect(traced).toContain('"recalled"');
		expect(erased).toMatch(/"erased":\{"sessions":1,.*"complete":true/);
		expect(answers[6]).toBe('{"items":[]}\n');
	},
);

test("the table of docs/http.md has every code with its status", () => {
	const rows = [...guide.matchAll(/^\| ([\d, ]+) \| (.*) \|$/gm)];
	const told = new Map(
		rows.flatMap(([, statuses = "", codes = ""]) => {
			const named = [...codes.matchAll(/`([a-z_]+)`/g)].map((match) => match[1] as string);
			return named.map((code): [string, string] => [code, statuses]);
		}),
	);
	for (const [code, status] of Object.entries(STATUS_OF))
		expect(told.get(code), code).toContain(String(status));
});
