import type { Agent } from "./agent.ts";
import { type AgentSource, closeToolsets } from "./agent-registry.ts";
import { toAgent } from "./define-agent.ts";
import { stampOf } from "./manifest/file-stamp.ts";
import type { CodeModule } from "./manifest/load-code.ts";
import { type ManifestIssue, manifestError, sharedIds } from "./manifest/manifest-error.ts";
import { listManifests, type ManifestFile, readFile } from "./manifest/read-file.ts";
import type { Place } from "./manifest/read-yaml.ts";
import type { Toolset } from "./tool.ts";

/** The state of one manifest file. */
interface Entry extends ManifestFile {
	/** The id in the file; undefined while the file cannot be read. */
	readonly id: string | undefined;
	readonly idAt: Place;
	/** The id to find the agent by while the file has none: the last id it had, or the file name. */
	readonly formerId: string;
	/**
	 * The current agent, or the last valid one while the file is broken. Its toolsets stay open until the file
	 * is repaired.
	 */
	readonly agent: Agent | undefined;
	readonly issues: readonly ManifestIssue[];
	readonly modules: readonly CodeModule[];
}

export interface AgentFolderOptions {
	/**
	 * Check for changes before each use. For development: each use reads the file times, and old modules stay
	 * in memory.
	 */
	readonly reload?: boolean | undefined;
}

/**
 * The agents of a folder of manifests. At start, every file must be valid. Later, with `reload`, a broken
 * file affects only its own agent until it is repaired.
 */
export class AgentFolder implements AgentSource {
	readonly #folder: string;
	readonly #reload: boolean;
	#entries: readonly Entry[] | undefined;
	#closed = false;
	/** The toolsets of MCP servers, by file and entry. */
	readonly #toolsets = new Map<string, Toolset>();
	/** Serializes the reads of the folder. */
	#turn: Promise<unknown> = Promise.resolve();
	/** Toolsets that are no longer used are closed in the background. */
	#closing: Promise<unknown> = Promise.resolve();

	constructor(folder: string, { reload = false }: AgentFolderOptions = {}) {
		this.#folder = folder;
		this.#reload = reload;
	}

	/** Reads all files. Rejects with every problem of every file. */
	async load(): Promise<void> {
		const entries = await this.#look();
		const issues = [...entries.flatMap((entry) => entry.issues), ...sharedIds(entries)];
		if (issues.length > 0) throw manifestError(issues);
	}

	/** Rejects with the problems of the agent's file. */
	async get(id: string): Promise<Agent | undefined> {
		const entries = await this.#current();
		const entry =
			entries.find((candidate) => candidate.id === id) ??
			entries.find((candidate) => candidate.id === undefined && candidate.formerId === id);
		const issues = entry ? issuesOf(entry, entries) : [];
		if (issues.length > 0) throw manifestError(issues);
		return entry?.agent;
	}

	/** The agents without problems, in the order of their files. */
	async list(): Promise<Agent[]> {
		const entries = await this.#current();
		return agentsOf(entries.filter((entry) => issuesOf(entry, entries).length === 0));
	}

	async close(): Promise<void> {
		this.#closed = true;
		await this.#turn.catch(() => {});
		const agents = agentsOf(this.#entries ?? []);
		this.#entries = [];
		await this.#closing;
		await closeToolsets(agents);
	}

	async #current(): Promise<readonly Entry[]> {
		if (this.#closed) return [];
		if (this.#entries && !this.#reload) return this.#entries;
		return this.#look();
	}

	#look(): Promise<readonly Entry[]> {
		const look = this.#turn.catch(() => {}).then(() => this.#read());
		this.#turn = look;
		return look;
	}

	async #read(): Promise<readonly Entry[]> {
		const before = this.#entries ?? [];
		const known = new Map(before.map((entry) => [entry.file, entry]));
		const entries: Entry[] = [];
		for (const file of listManifests(this.#folder)) {
			const old = known.get(file.file);
			entries.push(old && !hasChanged(old, file) ? old : await this.#readEntry(file, old));
		}
		this.#entries = entries;
		this.#closeUnused(before, entries);
		return entries;
	}

	async #readEntry(given: ManifestFile, old: Entry | undefined): Promise<Entry> {
		const { file } = given;
		const reuse = (entry: string, make: () => Toolset): Toolset => {
			const key = `${file}\n${entry}`;
			const toolset = this.#toolsets.get(key) ?? make();
			this.#toolsets.set(key, toolset);
			return toolset;
		};
		const { id, idAt, definition, issues, modules } = await readFile(file, { fresh: this.#reload, reuse });
		const agent = definition ? toAgent(definition) : old?.agent;
		return { ...given, id, idAt, formerId: old?.id ?? old?.formerId ?? stem(file), agent, issues, modules };
	}

	/**
	 * Closes toolsets whose entry was changed or removed. Nothing else would end their processes and
	 * connections.
	 */
	#closeUnused(before: readonly Entry[], after: readonly Entry[]): void {
		const used = new Set(agentsOf(after).flatMap((agent) => agent.toolsets));
		for (const [key, toolset] of this.#toolsets) if (!used.has(toolset)) this.#toolsets.delete(key);
		const unused = agentsOf(before).flatMap((agent) =>
			agent.toolsets.filter((toolset) => !used.has(toolset)),
		);
		if (unused.length === 0) return;
		// A toolset that cannot be closed does not block the agent that replaces it.
		this.#closing = Promise.allSettled([
			this.#closing,
			...[...new Set(unused)].map((toolset) => toolset.close()),
		]);
	}
}

const agentsOf = (entries: readonly Entry[]): Agent[] => entries.flatMap(({ agent }) => agent ?? []);

const stem = (file: string): string => file.replace(/^.*[/\\]/, "").replace(/\.ya?ml$/i, "");

function hasChanged(old: Entry, { stamp }: ManifestFile): boolean {
	return old.stamp !== stamp || old.modules.some((module) => (stampOf(module.path) ?? "") !== module.stamp);
}

/** The problems that block an agent: those of its own file, and another file with the same id. */
function issuesOf(entry: Entry, entries: readonly Entry[]): ManifestIssue[] {
	return [...entry.issues, ...sharedIds(entries.filter(({ id }) => id === entry.id))];
}
