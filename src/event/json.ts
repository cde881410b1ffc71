import { HoldfastError } from "../error/index.ts";

/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
/** A JSON object. */
export type JsonObject = { [key: string]: Json };

const MAX_DEPTH = 200;

/** What is wrong with a value, and where in it. */
interface Flaw {
	path: string;
	why: string;
}

const flaw = (why: string): Flaw => ({ path: "", why });

const inside = (step: string, found: Flaw): Flaw => ({ path: step + found.path, why: found.why });

/** JSON.stringify silently drops or changes some values. No value that a caller stores may change silently. */
function findFlaw(value: unknown, depth: number): Flaw | undefined {
	switch (typeof value) {
		case "string":
		case "boolean":
			return undefined;
		case "number":
			return Number.isFinite(value)
				? undefined
				: flaw(`is ${value}, which JSON cannot represent; use null or a string`);
		case "object":
			return value === null ? undefined : findFlawInObject(value, depth);
		case "undefined":
			return flaw("is undefined, which JSON cannot represent");
		default:
			return flaw(`is a ${typeof value}, which JSON cannot represent`);
	}
}

/** The class of an object that JSON would write as `{}` or worse: Map, Set, Error, RegExp, bytes, boxed numbers… */
function oddSort(value: object): string | undefined {
	const prototype = Object.getPrototypeOf(value);
	if (prototype === Object.prototype || prototype === null) return undefined;
	// Instances of a caller's own class are accepted like plain objects.
	const sort = Object.prototype.toString.call(value).slice("[object ".length, -1);
	return sort === "Object" ? undefined : sort;
}

function findFlawInObject(value: object, depth: number): Flaw | undefined {
	if (depth > MAX_DEPTH) return flaw(`is circular or nested deeper than ${MAX_DEPTH} levels`);
	if (value instanceof Date && Number.isNaN(value.getTime())) return flaw("is an invalid Date");
	if ("toJSON" in value && typeof value.toJSON === "function") return findFlaw(value.toJSON(), depth + 1);
	if (Array.isArray(value)) {
		for (let i = 0; i < value.length; i++) {
			const found = findFlaw(value[i], depth + 1);
			if (found) return inside(`[${i}]`, found);
		}
		return undefined;
	}
	const odd = oddSort(value);
	if (odd)
		return flaw(`is of type ${odd}, which JSON cannot represent; convert it to an array or a plain object`);
	for (const key of Object.keys(value)) {
		const member = (value as Record<string, unknown>)[key];
		// In TypeScript, a property that is undefined counts as absent.
		const found = member === undefined ? undefined : findFlaw(member, depth + 1);
		if (found) return inside(`.${key}`, found);
	}
	return undefined;
}

/** The JSON text of a value. Otherwise throws `invalid` with the part that JSON cannot represent. */
export function jsonText(value: unknown, what: string): string {
	const found = findFlaw(value, 0);
	if (!found) return JSON.stringify(value);
	const field = `${what}${found.path}`;
	const shown = field.length > 300 ? `${field.slice(0, 300)}…` : field;
	throw new HoldfastError("invalid", `${shown} ${found.why}`, { field });
}

/** Equal values give equal text, whatever the order of their keys. */
export function canonicalJson(value: Json): string {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const keys = Object.keys(value).sort();
	return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`).join(",")}}`;
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
