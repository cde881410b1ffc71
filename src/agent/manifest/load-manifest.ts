import { HoldfastError } from "../../error/index.ts";
import { canonicalJson, type Json } from "../../event/index.ts";
import { defineFrom } from "../define-agent.ts";
import type { AgentDefinition, SubAgent } from "../definition.ts";
import type { FieldPath, Problem } from "../describe-issues.ts";
import { memoryToolsOf } from "../memory-tool-names.ts";
import { callableOf, checkRoutine, type Routine } from "../routine/index.ts";
import { toMemory } from "../to-memory.ts";
import type { Tool, Toolset } from "../tool.ts";
import { httpTool } from "../tools/http-tool.ts";
import { mcp } from "../tools/mcp-toolset.ts";
import { checkManifest, type Manifest } from "./check-manifest.ts";
import { type CodeModule, findCode, loadCode } from "./load-code.ts";
import { type ManifestIssue, manifestError } from "./manifest-error.ts";
import type { ToolEntry } from "./manifest-schema.ts";
import type { Place } from "./read-yaml.ts";
import { restrictTool } from "./restrict-tool.ts";

export interface LoadOptions {
	/** Load the current version of each module, not the one that this process loaded first. */
	readonly fresh?: boolean;
	/** Returns the toolset of an equal entry if there is one, or creates it. */
	readonly reuse?: (entry: string, make: () => Toolset) => Toolset;
}

export interface LoadedManifest {
	readonly id: string | undefined;
	readonly idAt: Place;
	readonly issues: readonly ManifestIssue[];
	/** Set if there are no problems. */
	readonly definition: AgentDefinition | undefined;
	/** The modules that it names, including those that failed to load, to detect when they change. */
	readonly modules: readonly CodeModule[];
}

/** Reads a manifest and loads the modules that it names. Problems are returned in `issues`, not thrown. */
export async function loadManifest(
	text: string,
	file: string,
	options: LoadOptions = {},
): Promise<LoadedManifest> {
	const { id, idAt, issues, manifest, issue } = await checkManifest(text, file);
	if (!manifest) return { id, idAt, issues, definition: undefined, modules: [] };
	const found: ManifestIssue[] = [];
	const modules: CodeModule[] = [];
	const attempt = async <T>(path: FieldPath, make: () => T | Promise<T>): Promise<T | undefined> => {
		try {
			return await make();
		} catch (error) {
			if (!HoldfastError.isInstance(error)) throw error;
			found.push(issue(path, error.message));
			return undefined;
		}
	};
	const tools: (Tool | Toolset)[] = [];
	for (const [i, entry] of manifest.tools.entries()) {
		if ("agent" in entry) continue;
		const [sort = ""] = Object.keys(entry);
		const made = await attempt(["tools", i, sort], () => makeTools(entry, file, options, modules));
		tools.push(...(made ?? []));
	}
	if (found.length === 0)
		found.push(...uncallable(manifest, tools).map((problem) => issue(problem.path, problem.message)));
	const definition =
		found.length > 0
			? undefined
			: await attempt(["tools"], () => defineFrom(toDefinition(manifest, tools), file));
	return { id, idAt, issues: found, definition, modules };
}

async function makeTools(
	entry: Exclude<ToolEntry, { agent: unknown }>,
	file: string,
	{ fresh = false, reuse }: LoadOptions,
	modules: CodeModule[],
): Promise<(Tool | Toolset)[]> {
	if ("http" in entry) return [restrictTool(httpTool(entry.http), entry)];
	if ("mcp" in entry) {
		const make = () => restrictTool(mcp(entry.mcp), entry) as Toolset;
		return [reuse ? reuse(canonicalJson(entry as unknown as Json), make) : make()];
	}
	const module = findCode(entry.code, file);
	modules.push(module);
	return (await loadCode(module, fresh)).map((item) => restrictTool(item, entry));
}

function toDefinition(manifest: Manifest, tools: (Tool | Toolset)[]): AgentDefinition {
	const { schema: _, tools: entries, routine, ...rest } = manifest;
	// The routine was checked with the manifest, node by node.
	return { ...rest, tools, agents: agentsOf(manifest), routine: routine as Routine | undefined };
}

function agentsOf({ tools, agents = [] }: Manifest): (string | SubAgent)[] {
	return [...tools.filter((entry): entry is ToolEntry & SubAgent => "agent" in entry), ...agents];
}

/** Problems for tools and agents that the routine calls but the agent does not have. */
function uncallable(manifest: Manifest, tools: (Tool | Toolset)[]): Problem[] {
	if (manifest.routine === undefined) return [];
	const agents = agentsOf(manifest).map((item) => (typeof item === "string" ? item : item.agent));
	const memoryTools = memoryToolsOf(toMemory(manifest.memory));
	const { problems } = checkRoutine(manifest.routine, callableOf(tools, agents, memoryTools));
	return problems.map(({ path, message }) => ({ path: ["routine", ...path], message }));
}

/**
 * Reads a manifest into a definition. Problems become one error with one line each: file, line, column and
 * field.
 *
 * @param file The path of the manifest, for messages. The modules that it names are relative to it.
 */
export async function readManifest(text: string, file: string): Promise<AgentDefinition> {
	const { definition, issues } = await loadManifest(text, file);
	if (definition) return definition;
	throw manifestError(issues);
}
