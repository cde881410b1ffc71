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

/** A space: memory that several agents share, with its number of facts. */
export interface SpaceInfo {
	/** Name of the space. */
	name: string;
	/** Number of facts, of all statuses. */
	facts: number;
	/** Number of facts by status. */
	factsByStatus: FactsByStatus;
}

/** Manages the memory that several agents share. A space is created with its first fact. */
export interface Spaces {
	/** Lists the spaces by name. */
	list(options?: PageOptions): Promise<Page<SpaceInfo>>;
	/** Deletes all facts of a space. Sessions stay, because they belong to the agents. */
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
