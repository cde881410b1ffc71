import { HoldfastError } from "../error/index.ts";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

const MAX_DEPTH = 200;

function refuse(path: string, why: string): never {
	throw new HoldfastError("invalid", `${path} ${why}`, { field: path });
}

/** JSON.stringify drops or changes some values in silence; nothing a caller stores may change in silence. */
function check(value: unknown, path: string, depth: number): void {
	switch (typeof value) {
		case "string":
		case "boolean":
			return;
		case "number":
			if (!Number.isFinite(value)) refuse(path, `is ${value}, which JSON cannot hold; use null or a string`);
			return;
		case "object": {
			if (value === null) return;
			if (depth > MAX_DEPTH)
				refuse(path.slice(0, 200), `is circular or nested deeper than ${MAX_DEPTH} levels`);
			if ("toJSON" in value && typeof value.toJSON === "function") {
				check(value.toJSON(), path, depth + 1);
				return;
			}
			if (Array.isArray(value)) {
				for (let i = 0; i < value.length; i++) check(value[i], `${path}[${i}]`, depth + 1);
				return;
			}
			if (
				value instanceof Map ||
				value instanceof Set ||
				ArrayBuffer.isView(value) ||
				value instanceof ArrayBuffer
			) {
				refuse(
					path,
					`is a ${value.constructor.name}, which JSON cannot hold; convert it to an array or object`,
				);
			}
			for (const key of Object.keys(value)) {
				const member = (value as Record<string, unknown>)[key];
				// An absent optional property is how TypeScript spells "not there".
				if (member !== undefined) check(member, `${path}.${key}`, depth + 1);
			}
			return;
		}
		default:
			refuse(
				path,
				`is ${typeof value === "undefined" ? "undefined" : `a ${typeof value}`}, which JSON cannot hold`,
			);
	}
}

/** The JSON text of a value, or an `invalid` error that names the part that has none. */
export function jsonText(value: unknown, path: string): string {
	check(value, path, 0);
	return JSON.stringify(value);
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
