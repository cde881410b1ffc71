import { type FSWatcher, watch } from "node:fs";
import { dirname } from "node:path";
import { stampOf } from "../../../agent/manifest/file-stamp.ts";
import { manifestError } from "../../../agent/manifest/manifest-error.ts";
import { listManifests, readFile } from "../../../agent/manifest/read-file.ts";

/** What happened to a file. */
export type Change =
	| { readonly kind: "reloaded" | "removed"; readonly file: string }
	| { readonly kind: "broken"; readonly file: string; readonly message: string };

/** Wait time after a change: editors write in several steps. */
const SETTLE_MS = 60;

interface Known {
	readonly stamp: string;
	/** The modules of its tools, with their versions. */
	readonly modules: readonly { readonly path: string; readonly stamp: string }[];
}

/**
 * Reports changes of manifests and of the modules that they load. Only for information: agents are read again when they
 * are used. If the system cannot watch files, nothing is reported.
 */
export async function watchAgents(
	folder: string,
	{ shown, tell }: { shown(file: string): string; tell(change: Change): void },
): Promise<{ close(): Promise<void> }> {
	const watchers = new Map<string, FSWatcher>();
	let known: ReadonlyMap<string, Known> | undefined;
	let timer: NodeJS.Timeout | undefined;
	let looking: Promise<void> = Promise.resolve();
	let closed = false;

	const notice = (): void => {
		if (closed) return;
		clearTimeout(timer);
		timer = setTimeout(() => {
			looking = looking.then(look).catch(() => {});
		}, SETTLE_MS);
	};
	const follow = (path: string): void => {
		if (closed || watchers.has(path)) return;
		try {
			const watcher = watch(path, notice);
			watcher.on("error", () => {
				watcher.close();
				watchers.delete(path);
			});
			watchers.set(path, watcher);
		} catch {
			// Too many files are watched on this machine, or the folder was deleted.
		}
	};
	const look = async (): Promise<void> => {
		const next = new Map<string, Known>();
		for (const { file, stamp } of listManifests(folder)) {
			const old = known?.get(file);
			if (old && old.stamp === stamp && !old.modules.some(hasChanged)) {
				next.set(file, old);
				continue;
			}
			const { issues, modules } = await readFile(file, { fresh: true });
			next.set(file, { stamp, modules });
			for (const { path } of modules) follow(dirname(path));
			if (!known) continue;
			const told = issues.map((issue) => ({ ...issue, file: shown(file) }));
			if (told.length === 0) tell({ kind: "reloaded", file: shown(file) });
			else tell({ kind: "broken", file: shown(file), message: manifestError(told).message });
		}
		for (const file of known?.keys() ?? []) if (!next.has(file)) tell({ kind: "removed", file: shown(file) });
		known = next;
	};

	follow(folder);
	await look().catch(() => {});
	return {
		async close() {
			closed = true;
			clearTimeout(timer);
			for (const watcher of watchers.values()) watcher.close();
			await looking;
		},
	};
}

const hasChanged = ({ path, stamp }: { path: string; stamp: string }): boolean =>
	(stampOf(path) ?? "") !== stamp;
