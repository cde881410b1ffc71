import { z } from "zod";
import { HoldfastError, parse } from "../../error/index.ts";
import { isObject, type JsonObject } from "../../event/index.ts";

/** `string`, `number`, `integer` or `boolean`; append `[]` for a list, and `?` if it is optional. */
export type InputShorthand = Record<string, string>;

/** The input that a tool accepts. */
export interface HttpInput {
	readonly inputSchema: JsonObject;
	/** All inputs that the schema names. */
	readonly names: ReadonlySet<string>;
	/** The required inputs. */
	readonly required: ReadonlySet<string>;
	/** The inputs that are known to be lists or objects. */
	readonly composite: ReadonlySet<string>;
	/** Checks an input. `what` is its name in messages; default `input`. */
	check(value: unknown, what?: string): Record<string, unknown>;
}

const bad = (why: string): HoldfastError => new HoldfastError("invalid", why);

export const isJsonSchema = (input: unknown): boolean => isObject(input) && input.type === "object";

/** Parses either notation. Error messages continue the name of the field: "input …". */
export function parseInput(input: InputShorthand | JsonObject): HttpInput {
	return isJsonSchema(input) ? fromJsonSchema(input as JsonObject) : fromShorthand(input as InputShorthand);
}

const TYPES: Readonly<Record<string, () => z.ZodType>> = {
	string: () => z.string(),
	number: () => z.number(),
	integer: () => z.int(),
	boolean: () => z.boolean(),
};
const SHORTHAND = /^(string|number|integer|boolean)(\[\])?(\?)?$/;
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

function fromShorthand(shorthand: InputShorthand): HttpInput {
	const shape: Record<string, z.ZodType> = {};
	const required = new Set<string>();
	const composite = new Set<string>();
	for (const [name, text] of Object.entries(shorthand)) {
		if (!NAME.test(name) || name === "__proto__") {
			throw bad(
				`"${name}" is not a valid name; use 1 to 64 letters, digits, _ and -, not starting with a digit`,
			);
		}
		const [, type, list, optional] = SHORTHAND.exec(typeof text === "string" ? text : "") ?? [];
		const make = TYPES[type ?? ""];
		if (!make) {
			const why =
				'must be string, number, integer or boolean, with "[]" for a list and "?" if it is optional';
			throw bad(`"${name}" ${why}; for more, write a JSON Schema with type: object`);
		}
		const member = list ? z.array(make()) : make();
		shape[name] = optional ? member.optional() : member;
		if (!optional) required.add(name);
		if (list) composite.add(name);
	}
	const schema = z.strictObject(shape);
	const { $schema: _, ...inputSchema } = z.toJSONSchema(schema, { io: "input" }) as JsonObject;
	const names = new Set(Object.keys(shape));
	const check = (value: unknown, what = "input") => parse(schema, value, what);
	return { inputSchema, names, required, composite, check };
}

/** Schema keywords that may allow further properties. */
const OPENING = ["additionalProperties", "patternProperties", "allOf", "anyOf", "oneOf", "$ref"];

function fromJsonSchema(given: JsonObject): HttpInput {
	const { $schema, ...rest } = given;
	// A model that invents an input must not send it to the service, unless the author allows it.
	const closed = OPENING.some((word) => word in rest) ? rest : { ...rest, additionalProperties: false };
	const inputSchema: JsonObject = closed;
	const properties = isObject(given.properties) ? given.properties : {};
	const required = Array.isArray(given.required) ? given.required : [];
	const unknown = required.find((name) => typeof name !== "string" || !Object.hasOwn(properties, name));
	// The check below would accept its absence.
	if (unknown !== undefined)
		throw bad(`requires ${JSON.stringify(unknown)}, which is not among its properties`);
	let schema: z.ZodType;
	try {
		// A separate registry: the global one would keep the annotations of every schema.
		const full = $schema === undefined ? inputSchema : { $schema, ...inputSchema };
		schema = z.fromJSONSchema(full as Parameters<typeof z.fromJSONSchema>[0], { registry: z.registry() });
	} catch (cause) {
		const why = cause instanceof Error ? cause.message : String(cause);
		throw new HoldfastError("invalid", `is not a usable JSON Schema: ${why}`, {}, { cause });
	}
	const composite = Object.entries(properties).filter(
		([, member]) => isObject(member) && (member.type === "array" || member.type === "object"),
	);
	return {
		inputSchema,
		names: new Set(Object.keys(properties)),
		required: new Set(required.filter((name) => typeof name === "string")),
		composite: new Set(composite.map(([name]) => name)),
		check(value, what = "input") {
			const input = parse(schema, value, what);
			if (!isObject(input)) throw bad(`${what}: must be an object`);
			return input;
		},
	};
}
