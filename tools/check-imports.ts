import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readImports, readSources, resolveImport, type SourceFile } from "./read-imports.ts";

/*
 * Imports between the folders of src/ go one way. Each row may import the rows above it, and its own members.
 * A folder that is not listed is an error: add it here.
 */
const ORDER: readonly (readonly string[])[] = [
	["error"],
	["event"],
	["state"],
	["store/ports"],
	["network"],
	["session"],
	["user"],
	["model", "memory", "job", "trace"],
	["webhook", "access"],
	["agent"],
	["transfer"],
	["turn"],
	["quiet-ms.ts", "sweep-job.ts"],
	["about.ts", "background.ts", "doctor.ts", "known-agent.ts", "overview.ts"],
	["interface.ts"],
	["wire"],
	["client"],
	["foundation.ts"],
	["tenant.ts"],
	["house.ts"],
	["config", "holdfast.ts"],
	["server", "cli", "mcp", "adapters"],
	["index.ts"],
	["testing"],
];

/** The only folders that may import backends. */
const KNOWS_BACKENDS: ReadonlySet<string> = new Set(["config", "foundation.ts", "index.ts", "testing"]);

/** The first folder may import only the entry, `index.ts`, of the second. */
const ENTRY_ONLY: ReadonlyMap<string, string> = new Map([["cli", "server"]]);

/** Packages that only one folder may import. */
const ONLY_IN: ReadonlyMap<string, string> = new Map([["node:sqlite", "store/sqlite"]]);

const ORDER_TEXT =
	"error → event → state → store/ports → session → user → … (the list in tools/check-imports.ts)";

export interface Problem {
	/** The path of the file, relative to src/. */
	file: string;
	line: number;
	what: string;
	why: string;
}

/** The folder that a file belongs to: below `store/` two levels; a top-level file is its own. */
function roomOf(path: string): string {
	const [first = "", second = "", ...deeper] = path.split("/");
	if (first !== "store") return first;
	// Files directly in store/ are shared by the backends.
	return deeper.length > 0 ? `store/${second}` : "store";
}

const rankOf = (room: string): number => ORDER.findIndex((row) => row.includes(room));
const isBackend = (room: string): boolean => room.startsWith("store") && room !== "store/ports";
/** Backends may import these: code that all backends share, and SQL that SQL engines share. */
const isBackendBase = (room: string): boolean => room === "store" || room === "store/sql";

/** Why one folder may not import another; undefined if it may. */
function refusal(from: string, to: string): string | undefined {
	if (from === to) return undefined;
	if (isBackend(from)) {
		if (isBackend(to)) {
			if (isBackendBase(to) && from !== "store") return undefined;
			return "a backend may not import another backend; put shared code into store/ or store/sql";
		}
		if (rankOf(to) >= 0 && rankOf(to) <= rankOf("store/ports")) return undefined;
		return "a backend may import store/ports, state, event and error only";
	}
	if (isBackend(to)) {
		if (KNOWS_BACKENDS.has(from)) return undefined;
		return `only ${[...KNOWS_BACKENDS].join(", ")} may import backends; import store/ports instead`;
	}
	if (rankOf(to) < 0 || rankOf(to) <= rankOf(from)) return undefined;
	return `imports go one way: ${ORDER_TEXT}`;
}

/** Why a folder may not import a file inside another folder; undefined if it may. */
function refuseInside(from: string, to: string): string | undefined {
	const folder = roomOf(to);
	if (ENTRY_ONLY.get(from) !== folder || to === `${folder}/index.ts`) return undefined;
	return `${from} may import only ${folder}/index.ts; schemas of requests and responses are in wire`;
}

interface Edge {
	to: string;
	line: number;
}

/** The first cycle that each file closes, as a chain of files. Type imports count: they connect files too. */
function findCycles(graph: ReadonlyMap<string, readonly Edge[]>): Problem[] {
	const problems: Problem[] = [];
	const done = new Set<string>();
	const trail: string[] = [];
	const visit = (file: string): void => {
		trail.push(file);
		for (const { to, line } of graph.get(file) ?? []) {
			const start = trail.indexOf(to);
			if (start >= 0) {
				const chain = [...trail.slice(start), to].join(" → ");
				problems.push({
					file,
					line,
					what: `closes an import cycle: ${chain}`,
					why: "files must not import each other",
				});
			} else if (!done.has(to)) {
				visit(to);
			}
		}
		trail.pop();
		done.add(file);
	};
	for (const file of graph.keys()) if (!done.has(file)) visit(file);
	return problems;
}

/** All problems with the imports of a source tree. */
export function checkImports(files: readonly SourceFile[]): Problem[] {
	const problems: Problem[] = [];
	const graph = new Map<string, Edge[]>(files.map(({ path }) => [path, []]));
	for (const file of files) {
		const room = roomOf(file.path);
		if (rankOf(room) < 0 && !isBackend(room)) {
			const why = "add it to the order in tools/check-imports.ts";
			problems.push({ file: file.path, line: 1, what: `"${room}" is not in the import order`, why });
			continue;
		}
		for (const { specifier, line } of readImports(file)) {
			const report = (why: string): void => {
				problems.push({ file: file.path, line, what: `may not import "${specifier}"`, why });
			};
			if (!specifier.startsWith(".")) {
				const owner = ONLY_IN.get(specifier);
				if (owner !== undefined && owner !== room) report(`only ${owner} may import ${specifier}`);
				continue;
			}
			const to = resolveImport(file.path, specifier);
			if (to.startsWith("..")) {
				report("it is outside src/, and only src/ is published");
				continue;
			}
			graph.get(file.path)?.push({ to, line });
			const why = refusal(room, roomOf(to)) ?? refuseInside(room, to);
			if (why) report(why);
		}
	}
	return [...problems, ...findCycles(graph)];
}

if (import.meta.main) {
	const problems = checkImports(readSources(fileURLToPath(new URL("../src", import.meta.url))));
	for (const { file, line, what, why } of problems)
		console.error(`${join("src", file)}:${line} ${what}: ${why}`);
	if (problems.length > 0) process.exitCode = 1;
	else console.log("Imports are in order.");
}
