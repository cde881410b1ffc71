import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { isObject, type JsonObject, jsonText } from "../event/index.ts";
import { isZod, isZod3, ZOD_4_NEEDED } from "./is-zod.ts";
import { type InputShorthand, parseInput } from "./tools/http-input.ts";

/**
 * The notations for the shape of an object: a JSON Schema with `type: "object"`, the shorthand of tools, or
 * zod.
 */
export type ShapeDefinition = z.ZodType | JsonObject | InputShorthand;

/** The shape of an object. */
export interface Shape {
	/** The JSON Schema, which the model sees. */
	readonly schema: JsonObject;
	/**
	 * Returns the object as JSON. Throws `invalid` with the name of the field. Every message begins with
	 * `what`.
	 */
	check(value: unknown, what: string): JsonObject;
}

/** Parses any of the notations. Error messages continue the name of the field. */
export function toShape(given: ShapeDefinition): Shape {
	if (isZod(given)) return fromZod(given);
	if (isZod3(given)) throw new HoldfastError("invalid", ZOD_4_NEEDED);
	if (!isObject(given)) {
		throw new HoldfastError("invalid", "must be an object, e.g. { order: string, count: number? }");
	}
	const input = parseInput(given as JsonObject);
	return { schema: input.inputSchema, check: (value, what) => asJson(input.check(value, what), what) };
}

function fromZod(given: z.ZodType): Shape {
	let schema: JsonObject;
	try {
		const { $schema: _, ...described } = z.toJSONSchema(given, { io: "input" }) as JsonObject;
		schema = described;
	} catch (cause) {
		const message = "cannot be converted to JSON Schema; use plain types";
		throw new HoldfastError("invalid", message, {}, { cause });
	}
	if (schema.type !== "object") {
		throw new HoldfastError("invalid", "must be an object schema, e.g. z.object({ id: z.string() })");
	}
	return { schema, check: (value, what) => asJson(parse(given, value, what), what) };
}

function asJson(value: unknown, what: string): JsonObject {
	const json: unknown = JSON.parse(jsonText(value, what));
	if (isObject(json)) return json as JsonObject;
	throw new HoldfastError("invalid", `${what}: must be an object`);
}
