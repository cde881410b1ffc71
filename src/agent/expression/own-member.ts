import type { Json } from "../../event/index.ts";

/**
 * An own member of a JSON value: an element of a list or a property of an object. Text has no members, lists
 * have no `length`, and nothing has a `constructor`.
 */
export function ownMember(value: Json | undefined, key: string | number): Json | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	if (Array.isArray(value)) {
		const isIndex = typeof key === "number" || /^(?:0|[1-9]\d*)$/.test(key);
		return isIndex && Object.hasOwn(value, key) ? value[Number(key)] : undefined;
	}
	return Object.hasOwn(value, key) ? value[key] : undefined;
}

export function ownPath(value: Json | undefined, path: readonly (string | number)[]): Json | undefined {
	let found = value;
	for (const key of path) {
		if (found === undefined) return undefined;
		found = ownMember(found, key);
	}
	return found;
}
