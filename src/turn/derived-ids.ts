import { hash } from "node:crypto";
import { MAX_ID_LENGTH } from "../event/index.ts";

/** Escapes each `:` of an id, and each escape character, so that only the separator is a bare `:`. */
const escaped = (id: string): string => id.replaceAll(/[\\:]/g, "\\$&");

/**
 * Derives the id that an agent uses when it acts for a user or session: `<id>:<agent>`. Different pairs never
 * give the same id. Derived ids nest: an id that is already derived is not escaped again.
 */
export function derivedId(id: string, agentId: string, isDerived: boolean): string {
	const derived = `${isDerived ? id : escaped(id)}:${escaped(agentId)}`;
	if (derived.length <= MAX_ID_LENGTH) return derived;
	const digest = hash("sha256", derived, "hex");
	return `${derived.slice(0, MAX_ID_LENGTH - digest.length - 1).toWellFormed()}~${digest}`;
}
