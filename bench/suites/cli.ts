import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { atMost, elapsed, forInformation, median, type Row } from "../measure.ts";
import { fill, inFolder, openOurs } from "../stores.ts";

const STARTS = 21;
const holdfast = fileURLToPath(new URL("../../bin/holdfast.js", import.meta.url));

/** A process, from its start to its end. */
function run(args: readonly string[], cwd: string): Promise<void> {
	// Nothing of the machine's own: no login, no compile cache elsewhere than where users have it.
	const { HOLDFAST_URL: _url, HOLDFAST_STORE: _store, ...env } = process.env;
	const child = spawn(process.execPath, args, {
		cwd,
		stdio: ["ignore", "ignore", "inherit"],
		env: { ...env, HOLDFAST_HOME: cwd },
	});
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) =>
			code === 0 ? resolve() : reject(new Error(`${args.join(" ")} ended with ${code}`)),
		);
	});
}

/** How fast the command line starts, beside a Node that does nothing, each started in turn. */
export async function cliStart(): Promise<Row[]> {
	return inFolder(async (dir) => {
		const file = `${dir}/holdfast.db`;
		const hf = await openOurs(file, "full");
		for (const session of ["a", "b", "c"]) await fill(hf, session, 20);
		await hf.close();
		const lines = {
			raw: ["-e", "0"],
			version: [holdfast, "--version"],
			help: [holdfast, "--help"],
			list: [holdfast, "memory", "ls", "--store", `sqlite:${file}`],
		};
		const took: Record<keyof typeof lines, number[]> = { raw: [], version: [], help: [], list: [] };
		const names = Object.keys(lines) as (keyof typeof lines)[];
		// Once before: the first start compiles.
		for (const name of names) await run(lines[name], dir);
		for (let i = 0; i < STARTS; i++)
			for (const name of names) took[name].push(await elapsed(() => run(lines[name], dir)));
		const ms = (name: keyof typeof lines): string => `${median(took[name]).toFixed(0)} ms`;
		const ratio = (name: keyof typeof lines): number =>
			median(took[name].map((value, i) => value / (took.raw[i] ?? Number.NaN)));
		return [
			atMost("start of holdfast --version; raw: node -e 0", ms("version"), ms("raw"), ratio("version"), 1.5),
			forInformation("start of holdfast --help", ms("help"), ms("raw"), ratio("help")),
			forInformation("start of holdfast memory ls, 60 messages", ms("list"), ms("raw"), ratio("list")),
		];
	});
}
