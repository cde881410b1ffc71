import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readImports, readSources, resolveImport, type SourceFile } from "./read-imports.ts";

/*
 * Imports between the folders of src/ go one way. Each row may import the rows above it, and its own members.
 * A folder that is not listed is an error: say here where it belongs.
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
	["client"],
	["foundation.ts"],
	["tenant.ts"],
	["house.ts"],
	["config", "holdfast.ts"],
	["server", "cli", "mcp", "adapters"],
	["index.ts"],
	["testing"],
];

/** The only ones that know which backends there are. */
const KNOWS_BACKENDS: ReadonlySet<string> = new Set(["config", "foundation.ts", "index.ts", "testing"]);

/** Packages that one room alone may import. */
const ONLY_IN: ReadonlyMap<string, string> = new Map([["node:sqlite", "store/sqlite"]]);

const ORDER_TEXT =
	"error → event → state → store/ports → session → user → … (the list in tools/check-imports.ts)";

export interface Problem {
	/** The path of the file, below src/. */
	file: string;
	line: number;
	what: string;
	why: string;
}

/** The part of the house a file belongs to: its folder, below `store/` two levels; top-level files stand alone. */
function roomOf(path: string): string {
	const [first = "", second = "", ...deeper] = path.split("/");
	if (first !== "store") return first;
	// Files right in store/ are what backends share.
	return deeper.length > 0 ? `store/${second}` : "store";
}

const rankOf = (room: string): number => ORDER.findIndex((row) => row.includes(room));
const isBackend = (room: string): boolean => room.startsWith("store") && room !== "store/ports";
/** Backends may build on these: what all of them share, and the SQL that SQL engines share. */
const isBackendBase = (room: string): boolean => room === "store" || room === "store/sql";

/** Why one room may not import another; undefined if it may. */
function refusal(from: string, to: string): string | undefined {
	if (from === to) return undefined;
	if (isBackend(from)) {
		if (isBackend(to)) {
			if (isBackendBase(to) && from !== "store") return undefined;
			return "a backend may not import another backend; shared code lives in store/ and store/sql";
		}
		if (rankOf(to) >= 0 && rankOf(to) <= rankOf("store/ports")) return undefined;
		return "a backend may import store/ports, state, event and error only";
	}
	if (isBackend(to)) {
		if (KNOWS_BACKENDS.has(from)) return undefined;
		return `only ${[...KNOWS_BACKENDS].join(", ")} may know backends; import store/ports instead`;
	}
	if (rankOf(to) < 0 || rankOf(to) <= rankOf(from)) return undefined;
	return `imports go one way: ${ORDER_TEXT}`;
}

interface Edge {
	to: string;
	line: number;
}

/** The first cycle that each file closes, as the chain of files. Type imports count: they tie files together too. */
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
					why: "files may not need each other",
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

/** Everything that is wrong with the imports of a source tree. */
export function checkImports(files: readonly SourceFile[]): Problem[] {
	const problems: Problem[] = [];
	const graph = new Map<string, Edge[]>(files.map(({ path }) => [path, []]));
	for (const file of files) {
		const room = roomOf(file.path);
		if (rankOf(room) < 0 && !isBackend(room)) {
			const why = "add it to the order in tools/check-imports.ts";
			problems.push({ file: file.path, line: 1, what: `"${room}" has no place in the house`, why });
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
				report("it is outside src/, which is all that is published");
				continue;
			}
			graph.get(file.path)?.push({ to, line });
			const why = refusal(room, roomOf(to));
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
