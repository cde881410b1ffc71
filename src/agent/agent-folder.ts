import type { Agent } from "./agent.ts";
import { type AgentSource, closeToolsets } from "./agent-registry.ts";
import { toAgent } from "./define-agent.ts";
import { stampOf } from "./manifest/file-stamp.ts";
import type { CodeModule } from "./manifest/load-code.ts";
import { type ManifestIssue, manifestError, sharedIds } from "./manifest/manifest-error.ts";
import { listManifests, type ManifestFile, readFile } from "./manifest/read-file.ts";
import type { Place } from "./manifest/read-yaml.ts";
import type { Toolset } from "./tool.ts";

/** What is known of one file. */
interface Entry extends ManifestFile {
	/** The id it gives; undefined while it cannot be read. */
	readonly id: string | undefined;
	readonly idAt: Place;
	/** What it is asked for by while it gives no id: the one it gave, or its own name. */
	readonly formerId: string;
	/** As it is, or as it last was while something is wrong: its toolsets are kept for when it is right again. */
	readonly agent: Agent | undefined;
	readonly issues: readonly ManifestIssue[];
	readonly modules: readonly CodeModule[];
}

export interface AgentFolderOptions {
	/** Look for changes at each use. For development: it costs a look at each file, and old modules stay in memory. */
	readonly reload?: boolean | undefined;
}

/**
 * The agents of a folder of manifests. At start everything must be right. After that, with `reload`, a file that is
 * broken breaks its own agent only, until it is repaired.
 */
export class AgentFolder implements AgentSource {
	readonly #folder: string;
	readonly #reload: boolean;
	#entries: readonly Entry[] | undefined;
	#closed = false;
	/** Those of MCP servers, by file and entry. */
	readonly #toolsets = new Map<string, Toolset>();
	/** One look at the files at a time. */
	#turn: Promise<unknown> = Promise.resolve();
	/** Toolsets that are no longer needed are closed while nobody waits. */
	#closing: Promise<unknown> = Promise.resolve();

	constructor(folder: string, { reload = false }: AgentFolderOptions = {}) {
		this.#folder = folder;
		this.#reload = reload;
	}

	/** Reads all files. Rejects with everything that is wrong with any of them. */
	async load(): Promise<void> {
		const entries = await this.#look();
		const issues = [...entries.flatMap((entry) => entry.issues), ...sharedIds(entries)];
		if (issues.length > 0) throw manifestError(issues);
	}

	/** Rejects with what is wrong with the agent's file. */
	async get(id: string): Promise<Agent | undefined> {
		const entries = await this.#current();
		const entry =
			entries.find((candidate) => candidate.id === id) ??
			entries.find((candidate) => candidate.id === undefined && candidate.formerId === id);
		const issues = entry ? issuesOf(entry, entries) : [];
		if (issues.length > 0) throw manifestError(issues);
		return entry?.agent;
	}

	/** Those with which nothing is wrong, in the order of their files. */
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

	/** A toolset whose entry was changed or removed has a process or a connection that nobody else would end. */
	#closeUnused(before: readonly Entry[], after: readonly Entry[]): void {
		const used = new Set(agentsOf(after).flatMap((agent) => agent.toolsets));
		for (const [key, toolset] of this.#toolsets) if (!used.has(toolset)) this.#toolsets.delete(key);
		const unused = agentsOf(before).flatMap((agent) =>
			agent.toolsets.filter((toolset) => !used.has(toolset)),
		);
		if (unused.length === 0) return;
		// What cannot be closed is no reason to refuse the agent that replaces it.
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

/** What keeps an agent from being used: its own file, or another one that claims the same id. */
function issuesOf(entry: Entry, entries: readonly Entry[]): ManifestIssue[] {
	return [...entry.issues, ...sharedIds(entries.filter(({ id }) => id === entry.id))];
}
