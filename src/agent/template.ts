import { HoldfastError } from "../error/index.ts";
import type { Json } from "../event/index.ts";
import { ownPath } from "./expression/index.ts";

/**
 * Matches `{{…}}` first, to leave it unchanged. A key is a name with an optional scope prefix, followed by
 * optional members (`.member`). Anything else in braces is not a template.
 */
const TEMPLATE =
	/\{\{[^{}]*\}\}|\{(?<key>(?:(?:user|app|temp):)?[\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*)(?<optional>\??)\}/gu;

export interface TemplateKey {
	readonly key: string;
	/** Written `{key?}`. */
	readonly optional: boolean;
}

/** The keys in a text, in order and without repeats. A key is optional only if all its occurrences are. */
export function templateKeys(text: string): TemplateKey[] {
	const optional = new Map<string, boolean>();
	for (const { groups } of text.matchAll(TEMPLATE)) {
		const key = groups?.key;
		if (key !== undefined) optional.set(key, (optional.get(key) ?? true) && groups?.optional === "?");
	}
	return [...optional].map(([key, isOptional]) => ({ key, optional: isOptional }));
}

/**
 * Replaces `{key}` and `{key?}`. Text is inserted as it is, other values as JSON. Inserted values are not
 * expanded again.
 *
 * `{address.city}` is the key "address.city" if it exists, or else the member `city` of "address".
 *
 * @param what The location for messages: `agent support: instructions`.
 */
export function fillTemplate(text: string, lookup: (key: string) => Json | undefined, what: string): string {
	const missing = new Set<string>();
	const filled = text.replace(TEMPLATE, (whole, ...rest) => {
		const { key, optional } = rest.at(-1) as { key?: string; optional?: string };
		if (key === undefined) return whole;
		const value = find(key, lookup);
		if (value === undefined && optional !== "?") missing.add(key);
		if (value === undefined) return "";
		return typeof value === "string" ? value : JSON.stringify(value);
	});
	if (missing.size === 0) return filled;
	const keys = [...missing];
	const named = keys.map((key) => `{${key}}`).join(", ");
	const instead = keys.map((key) => `{${key}?}`).join(", ");
	throw new HoldfastError(
		"invalid",
		`${what}: no variable or state key has a value for ${named}; set it, or use ${instead} to leave it empty`,
		{ keys },
	);
}

function find(key: string, lookup: (key: string) => Json | undefined): Json | undefined {
	const whole = lookup(key);
	const [first = "", ...path] = key.split(".");
	if (whole !== undefined || path.length === 0) return whole;
	return ownPath(lookup(first), path);
}
