import { hash } from "node:crypto";
import { MAX_ID_LENGTH } from "../event/index.ts";

/** A `:` of an id's own is escaped, and so is the escape: the separator is the only bare one. */
const escaped = (id: string): string => id.replaceAll(/[\\:]/g, "\\$&");

/**
 * The id of what an agent does on behalf of a user or session: `<id>:<agent>`. Different pairs never give the same id.
 * Nests: what is derived already is taken as it is.
 */
export function derivedId(id: string, agentId: string, isDerived: boolean): string {
	const derived = `${isDerived ? id : escaped(id)}:${escaped(agentId)}`;
	if (derived.length <= MAX_ID_LENGTH) return derived;
	const digest = hash("sha256", derived, "hex");
	return `${derived.slice(0, MAX_ID_LENGTH - digest.length - 1).toWellFormed()}~${digest}`;
}
