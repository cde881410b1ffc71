import type { AgentId } from "../event/index.ts";
import { type Embedder, type EmbeddingModel, resolveEmbedder } from "../model/index.ts";
import type { Platform } from "../session/index.ts";
import { ownEmbedder } from "./embedder-guard.ts";
import type { Extractor } from "./extract/index.ts";
import type { AgentRules, MemoryContext } from "./memory-context.ts";
import { isOutage } from "./recall/is-outage.ts";
import { createOutside } from "./recall/outside/outside.ts";
import { createViews } from "./recall/views.ts";

export interface MemoryOptions {
	platform: Platform;
	embedder: EmbeddingModel | string | false | undefined;
	/** The extractor for an agent's conversations. */
	extractor(agentId: AgentId): Promise<Extractor>;
	rules(agentId: AgentId): Promise<AgentRules>;
}

export interface OpenMemory extends MemoryContext {
	/** The configured embedder, even if the stored vectors are of another one. */
	configured(): Promise<Embedder | undefined>;
	/** Resolves when all background work is done. */
	settled(): Promise<void>;
}

/** Creates the memory of one `holdfast()` instance. Models are loaded at their first use. */
export function openMemory({ platform, embedder: given, extractor, rules }: MemoryOptions): OpenMemory {
	const pending = new Set<Promise<unknown>>();
	const background = (work: Promise<unknown>): void => {
		// Background work only stores results that can be computed again, so a failure is ignored.
		const done = work.catch(() => {}).finally(() => pending.delete(done));
		pending.add(done);
	};
	let resolving: Promise<Embedder | undefined> | undefined;
	const configured = (): Promise<Embedder | undefined> => {
		resolving ??= resolveEmbedder(given).catch((error) => {
			resolving = undefined;
			throw error;
		});
		return resolving;
	};
	const views = createViews({
		store: () => platform.store,
		background,
		outside: createOutside({ index: () => platform.index, background, closing: platform.closing }),
	});
	return {
		platform,
		rules,
		background,
		configured,
		async embedder() {
			const embedder = await configured();
			if (!embedder) return undefined;
			return ownEmbedder(platform, embedder).catch((error) => {
				// The embedder has not reported its dimensions yet. Until it responds, search uses words only.
				if (isOutage(error)) return undefined;
				throw error;
			});
		},
		extractor,
		views,
		async settled() {
			await views.flush();
			while (pending.size > 0) await Promise.all(pending);
		},
	};
}
