import { z } from "zod";
import { isObject, type Json, type JsonObject } from "../event/index.ts";

/*
 * The JSON Schemas of zod schemas, for one document. Named shapes (`.meta({ id })`) are described once, under
 * `components/schemas`.
 */

export interface Schemas {
	/** The schema of a request, or of a response. */
	of(schema: z.ZodType, io: "input" | "output"): JsonObject;
	/** All named shapes. */
	readonly named: JsonObject;
}

const HIDDEN: ReadonlySet<string> = new Set(["$schema", "$defs", "id", "~standard"]);

/** Points at the document's components instead of the schema's own definitions. */
function rewrite(value: Json): Json {
	if (Array.isArray(value)) return value.map(rewrite);
	if (!isObject(value)) return value;
	const entries = Object.entries(value).filter(
		([name, member]) => !(HIDDEN.has(name) && isOwn(name, member)),
	);
	return Object.fromEntries(
		entries.map(([name, member]) => [
			name,
			name === "$ref" && typeof member === "string"
				? member.replace("#/$defs/", "#/components/schemas/")
				: rewrite(member as Json),
		]),
	);
}

/** A property can be called `id`, too. Then it is a schema and not text. */
const isOwn = (name: string, member: unknown): boolean => name !== "id" || typeof member === "string";

export function createSchemas(): Schemas {
	const named: JsonObject = {};
	return {
		named,
		of(schema, io) {
			const made = z.toJSONSchema(schema, {
				target: "draft-2020-12",
				io,
				unrepresentable: "any",
			}) as JsonObject;
			const { $defs = {} } = made;
			if (isObject($defs))
				for (const [name, definition] of Object.entries($defs)) named[name] = rewrite(definition as Json);
			const { id } = made;
			if (typeof id !== "string") return rewrite(made) as JsonObject;
			named[id] = rewrite(made);
			return { $ref: `#/components/schemas/${id}` };
		},
	};
}
