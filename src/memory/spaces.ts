import { parse } from "../error/index.ts";
import { keyText } from "../event/index.ts";
import { type ErasureReceipt, eraseScope, type Platform } from "../session/index.ts";
import { namedSpace, spaceName } from "./space.ts";

/** Memories that several agents share. One comes to be when an agent that names it learns something. */
export interface Spaces {
	list(): Promise<{ name: string; facts: number }[]>;
	/** Removes all facts of a space. Sessions stay: they are the agents'. */
	delete(name: string): Promise<ErasureReceipt>;
}

export function createSpaces(platform: Platform): Spaces {
	return {
		async list() {
			const found = await platform.store.facts.spaces(platform.tenant);
			return found.flatMap(({ space, facts }) => {
				const name = spaceName(space);
				return name === undefined ? [] : [{ name, facts }];
			});
		},
		delete: async (name) =>
			eraseScope(platform, { tenant: platform.tenant, space: namedSpace(parse(keyText, name, "space")) }),
	};
}
