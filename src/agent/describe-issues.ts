import { z } from "zod";
import { HoldfastError } from "../error/index.ts";
import { nearestWord } from "./nearest-word.ts";

export type FieldPath = readonly (string | number)[];

/** One problem with something that a user wrote. */
export interface Problem {
	/** The names and indexes that lead to the field. */
	readonly path: FieldPath;
	readonly message: string;
}

/** The name of a field: `memory.limit`, `tools[1].http`. */
export function fieldName(path: FieldPath): string {
	let name = "";
	for (const part of path) name += typeof part === "number" ? `[${part}]` : name === "" ? part : `.${part}`;
	return name;
}

/**
 * Everything that a schema rejects, one problem per key. For an unknown key, the message suggests the key
 * that was probably meant. For a union, it describes the form that was probably meant.
 */
export function describeIssues(schema: z.ZodType, issues: readonly z.core.$ZodIssue[]): Problem[] {
	return issues.flatMap((issue): Problem[] => {
		const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
		if (issue.code === "unrecognized_keys") {
			const known = keysAt(schema, path);
			return issue.keys.map((key) => ({ path: [...path, key], message: unknownKey(key, known) }));
		}
		if (issue.code === "invalid_union") {
			const meant = issue.errors.filter((branch) => branch.some(isInside));
			if (meant.length === 1) {
				const inside = (meant[0] ?? []).map((found) => ({ ...found, path: [...issue.path, ...found.path] }));
				return describeIssues(schema, inside);
			}
		}
		return [{ path, message: issue.message }];
	});
}

/** True if the value has the form of this branch and the problem is inside it. */
const isInside = (issue: z.core.$ZodIssue): boolean =>
	issue.path.length > 0 || issue.code === "unrecognized_keys";

function unknownKey(key: string, known: readonly string[]): string {
	const meant = nearestWord(key, known);
	if (meant !== undefined) return `is not known; did you mean ${meant}?`;
	return known.length === 0 ? "is not known" : `is not known; known here: ${known.join(", ")}`;
}

/** The keys that an object may have at a path. */
function keysAt(schema: z.ZodType, path: FieldPath): string[] {
	return objectsAt(schema, path).flatMap((object) => Object.keys(object.shape));
}

function objectsAt(schema: z.core.$ZodType, path: FieldPath): z.ZodObject[] {
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
		return objectsAt(schema.def.innerType, path);
	}
	if (schema instanceof z.ZodPipe) return objectsAt(schema.def.in, path);
	if (schema instanceof z.ZodUnion) return schema.def.options.flatMap((option) => objectsAt(option, path));
	const [first, ...rest] = path;
	if (first === undefined) return schema instanceof z.ZodObject ? [schema] : [];
	if (schema instanceof z.ZodArray) return objectsAt(schema.def.element, rest);
	if (schema instanceof z.ZodRecord) return objectsAt(schema.def.valueType, rest);
	if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, first)) return [];
	return objectsAt(schema.shape[first] as z.core.$ZodType, rest);
}

const MAX_SHOWN = 5;

/** Like `parse`, for hand-written input: the error also suggests the key that was probably meant. */
export function parseFields<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	throw fieldsError(describeIssues(schema, result.error.issues), what);
}

/** One error for all problems of an input. */
export function fieldsError(problems: readonly Problem[], what: string): HoldfastError {
	const issues = problems.map(({ path, message }) => ({ field: fieldName(path), message }));
	const shown = issues
		.slice(0, MAX_SHOWN)
		.map(({ field, message }) => (field === "" ? `${what}: ${message}` : `${what}: ${field}: ${message}`));
	return new HoldfastError("invalid", shown.join("; "), { issues });
}
