import { manifestError } from "../agent/manifest/manifest-error.ts";
import type { ConfigFile } from "./read-config.ts";

/** The index that `search:` names. Stores search in an index of their own; there is none beside them to load. */
export async function openIndex({ config, issue }: ConfigFile): Promise<undefined> {
	if (config.search === undefined) return undefined;
	const message = "a search server of its own is not supported; leave it out, the database has an index";
	throw manifestError([{ ...issue(["search"], message), code: "capability_missing" }]);
}
