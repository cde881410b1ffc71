import { parse } from "../error/index.ts";
import { keyText } from "../event/index.ts";
import {
	type ErasureReceipt,
	eraseScope,
	type Page,
	type PageOptions,
	type Platform,
	pageOf,
} from "../session/index.ts";
import type { FactsByStatus } from "../store/ports/index.ts";
import { namedSpace, spaceName } from "./space.ts";

/** A memory that several agents share, and how much is in it. */
export interface SpaceInfo {
	name: string;
	/** Of all statuses together. */
	facts: number;
	factsByStatus: FactsByStatus;
}

/** Memories that several agents share. One comes to be when an agent that names it learns something. */
export interface Spaces {
	/** By name. */
	list(options?: PageOptions): Promise<Page<SpaceInfo>>;
	/** Removes all facts of a space. Sessions stay: they are the agents'. */
	delete(name: string): Promise<ErasureReceipt>;
}

export function createSpaces(platform: Platform): Spaces {
	return {
		async list(options) {
			const found = await platform.store.facts.spaces(platform.tenant);
			const named = found.flatMap(({ space, ...counts }) => {
				const name = spaceName(space);
				return name === undefined ? [] : [{ name, ...counts }];
			});
			return pageOf(named, options, ({ name }) => name);
		},
		delete: async (name) =>
			eraseScope(platform, { tenant: platform.tenant, space: namedSpace(parse(keyText, name, "space")) }),
	};
}
