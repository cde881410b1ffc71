import { isObject, type JsonObject } from "../../event/index.ts";

type Resolve = (schema: unknown) => JsonObject;

const nameOf = (schema: unknown): string | undefined =>
	isObject(schema) && typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;

/** A schema in a few words. */
export function typeText(schema: unknown, resolve: Resolve, depth = 0): string {
	const name = nameOf(schema);
	const shape = resolve(schema);
	if (Array.isArray(shape.enum)) return shape.enum.map((word) => JSON.stringify(word)).join(" | ");
	if (shape.const !== undefined) return JSON.stringify(shape.const);
	if (name !== undefined) return name;
	const options = [shape.anyOf, shape.oneOf].find(Array.isArray);
	if (options)
		return depth > 2 ? "…" : options.map((option) => typeText(option, resolve, depth + 1)).join(" | ");
	if (shape.type === "array") return `${typeText(shape.items, resolve, depth + 1)}[]`;
	if (typeof shape.type === "string") return shape.type;
	return "any";
}

export interface Field {
	name: string;
	type: string;
	required: boolean;
	about: unknown;
}

/** The fields of an object, or of all that it may be. */
export function fieldsOf(schema: unknown, resolve: Resolve): Field[] {
	const shape = resolve(schema);
	const options = [shape.anyOf, shape.oneOf, shape.allOf].find(Array.isArray);
	if (options) {
		const all = options.flatMap((option) => fieldsOf(option, resolve));
		return all.filter((field, at) => all.findIndex(({ name }) => name === field.name) === at);
	}
	if (!isObject(shape.properties)) return [];
	const required = Array.isArray(shape.required) ? shape.required : [];
	return Object.entries(shape.properties).map(([name, member]) => ({
		...{ name, type: typeText(member, resolve), required: required.includes(name) },
		about: isObject(member) ? (member.description ?? resolve(member).description) : undefined,
	}));
}
