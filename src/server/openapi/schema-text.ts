import { isObject, type JsonObject } from "../../event/index.ts";

export type Resolve = (schema: unknown) => JsonObject;

/** The name of a shape that is described elsewhere. */
export const nameOf = (schema: unknown): string | undefined =>
	isObject(schema) && typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;

const optionsOf = ({ anyOf, oneOf }: JsonObject): unknown[] | undefined => [anyOf, oneOf].find(Array.isArray);

/** A schema in a few words. */
export function typeText(schema: unknown, resolve: Resolve, depth = 0): string {
	const name = nameOf(schema);
	const shape = resolve(schema);
	if (Array.isArray(shape.enum)) return shape.enum.map((word) => JSON.stringify(word)).join(" | ");
	if (shape.const !== undefined) return JSON.stringify(shape.const);
	if (name !== undefined) return name;
	const options = optionsOf(shape);
	if (options)
		return depth > 2 ? "…" : options.map((option) => typeText(option, resolve, depth + 1)).join(" | ");
	if (shape.type === "array") {
		const item = typeText(shape.items, resolve, depth + 1);
		return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
	}
	if (shape.format === "date-time") return "time";
	if (typeof shape.type === "string") return shape.type;
	return "any JSON";
}

/** Limits and default of a value. */
function boundsText({ minimum, maximum, default: usual }: JsonObject): string {
	const isMost = typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER;
	const range = !isMost
		? ""
		: typeof minimum === "number"
			? `${minimum} to ${maximum}`
			: `at most ${maximum}`;
	const otherwise = usual === undefined ? "" : `default ${JSON.stringify(usual)}`;
	return [range, otherwise].filter((part) => part !== "").join(", ");
}

/** Descriptions that only repeat the type. */
const NOTHING_NEW: ReadonlySet<unknown> = new Set(["Any JSON object", "Any JSON value", "ISO 8601, UTC"]);

export function aboutText(schema: unknown, resolve: Resolve): string {
	const shape = resolve(schema);
	const own = isObject(schema) ? schema.description : undefined;
	const said = own ?? (nameOf(schema) === undefined ? shape.description : undefined);
	const bounds = boundsText(shape);
	return [typeof said === "string" && !NOTHING_NEW.has(said) ? said : "", bounds]
		.filter((part) => part !== "")
		.join(" · ");
}

export interface Field {
	name: string;
	type: string;
	required: boolean;
	about: string;
}

/** How deep unnamed objects are listed field by field. */
const DEEPEST = 2;

/** The fields of an object, or of all its variants. Nested fields are written with dots. */
export function fieldsOf(schema: unknown, resolve: Resolve, depth = 0): Field[] {
	const shape = resolve(schema);
	const options = optionsOf(shape) ?? (Array.isArray(shape.allOf) ? shape.allOf : undefined);
	if (options) {
		const all = options.flatMap((option) => fieldsOf(option, resolve, depth));
		return all.filter((field, at) => all.findIndex(({ name }) => name === field.name) === at);
	}
	if (!isObject(shape.properties)) return [];
	const required = Array.isArray(shape.required) ? shape.required : [];
	return Object.entries(shape.properties).flatMap(([name, member]) => {
		const field = { name, type: typeText(member, resolve), required: required.includes(name) };
		return [{ ...field, about: aboutText(member, resolve) }, ...inner(name, member, resolve, depth)];
	});
}

/** The fields of a member that is an unnamed object, or a list of them. */
function inner(name: string, member: unknown, resolve: Resolve, depth: number): Field[] {
	if (depth >= DEEPEST || nameOf(member) !== undefined) return [];
	const shape = resolve(member);
	const isList = shape.type === "array";
	const content = isList ? shape.items : member;
	if (nameOf(content) !== undefined) return [];
	const within = fieldsOf(content, resolve, depth + 1);
	return within.map((field) => ({ ...field, name: `${name}${isList ? "[]" : ""}.${field.name}` }));
}
