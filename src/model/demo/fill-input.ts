import type { Json, JsonObject } from "../../event/index.ts";

/** The input of a tool as far as it can be read from a text, or the property that cannot. */
export type FilledInput = { input: JsonObject } | { missing: string };

/** The part of JSON Schema that is used. */
export interface JsonSchema {
	type?: string | readonly string[];
	properties?: Readonly<Record<string, Schema>>;
	required?: readonly string[];
	anyOf?: readonly Schema[];
	oneOf?: readonly Schema[];
	const?: Json;
	enum?: readonly Json[];
	items?: Schema | readonly Schema[];
	format?: string;
	pattern?: string;
	minLength?: number;
	maxLength?: number;
	minimum?: number;
	maximum?: number;
}

type Schema = JsonSchema | boolean | undefined;

/** Parts of a text that can be a value. Each is used once. */
interface Found {
	text: string;
	quoted: string[];
	numbers: number[];
	ids: string[];
}

const WHOLE_TEXT =
	/^(?:text|query|q|input|question|message|task|content|prompt|search|topic|request|body|note|description)$/i;
const ID_LIKE =
	/(?:^|_)(?:id|ids|number|no|code|key|ref|reference|sku|order|ticket|invoice)$|Id$|Number$|Code$/i;
const PLACE_LIKE = /city|place|location|country|where|address|town|region|destination/i;
const NAME_LIKE = /name|person|customer|title|subject|company|recipient|^to$/i;
const PLACE_IN_TEXT = /\b(?:in|at|for|near|to|from|of)\s+(\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*)/u;
const NAME_IN_TEXT = /\S\s+(\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)*)/u;
const MAX_DEPTH = 4;

export function fillInput(schema: Schema, text: string): FilledInput {
	const value = fillObject(schema, find(text), 0);
	return "missing" in value ? { missing: value.missing } : { input: value.input };
}

function find(text: string): Found {
	const quoted = Array.from(
		text.matchAll(/"([^"]+)"|“([^”]+)”|`([^`]+)`|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}])/gu),
		(match) => (match[1] ?? match[2] ?? match[3] ?? match[4] ?? "").trim(),
	).filter((found) => found !== "");
	const ids = Array.from(
		text.matchAll(/(?<![\p{L}\p{N}@.])#?((?:\p{L}+[-_]?)*\d[\p{L}\p{N}_-]*)/gu),
		(match) => match[1] ?? "",
	);
	const numbers = Array.from(
		text.matchAll(/(?<![\p{L}\p{N}_.-])-?\d+(?:\.\d+)?(?![\p{L}\p{N}_-])/gu),
		([number]) => Number(number),
	);
	return { text, quoted, ids, numbers };
}

function fillObject(schema: Schema, found: Found, depth: number): FilledInput {
	if (typeof schema !== "object" || depth > MAX_DEPTH) return { input: {} };
	const required = new Set(schema.required ?? []);
	const input: JsonObject = {};
	for (const [name, property] of Object.entries(schema.properties ?? {})) {
		const value = fillValue(name, plainSchema(property), found, required.has(name), depth);
		if (value !== undefined)
			Object.defineProperty(input, name, { value, enumerable: true, configurable: true, writable: true });
		else if (required.has(name)) return { missing: name };
	}
	return { input };
}

/** `string | null` is a string. */
function plainSchema(schema: Schema): JsonSchema | undefined {
	if (typeof schema !== "object") return undefined;
	const variants = schema.anyOf ?? schema.oneOf;
	if (!variants) return schema;
	return variants.filter((variant) => typeof variant === "object").find(({ type }) => type !== "null");
}

function fillValue(
	name: string,
	schema: JsonSchema | undefined,
	found: Found,
	required: boolean,
	depth: number,
): Json | undefined {
	if (!schema) return undefined;
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return schema.enum.find((value) => mentions(found.text, String(value)));
	// An optional property is only filled if the text names it.
	if (!required) return undefined;
	const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== "null") : schema.type;
	switch (type) {
		case "string":
			return fillText(name, schema, found);
		case "number":
		case "integer":
			return take(found.numbers, (number) => isAllowed(number, schema, type === "integer"));
		case "boolean":
			return (
				mentions(found.text, name.replaceAll("_", " ")) &&
				!/\b(?:no|not|without|don['’]t)\b/i.test(found.text)
			);
		case "array":
			return fillList(schema, found);
		case "object": {
			const filled = fillObject(schema, found, depth + 1);
			return "input" in filled ? filled.input : undefined;
		}
		default:
			return undefined;
	}
}

function fillText(name: string, schema: JsonSchema, found: Found): string | undefined {
	const value = textFor(name, schema, found);
	if (value === undefined) return undefined;
	const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
	return value.length >= minLength && value.length <= maxLength && fits(value, pattern) ? value : undefined;
}

function textFor(name: string, { format, pattern }: JsonSchema, found: Found): string | undefined {
	const { text, quoted, ids } = found;
	if (format === "email" || /e-?mail/i.test(name))
		return /[^\s<>"',;]+@[^\s<>"',;]+\.[\p{L}]{2,}/u.exec(text)?.[0];
	if (format === "uri" || /url|link/i.test(name)) return /https?:\/\/[^\s<>"']+/.exec(text)?.[0];
	if (format === "date" || /date|day$/i.test(name))
		return /\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? quoted.shift();
	if (ID_LIKE.test(name)) return quoted.shift() ?? take(ids, (id) => fits(id, pattern));
	if (quoted.length > 0) return quoted.shift();
	if (PLACE_LIKE.test(name)) return PLACE_IN_TEXT.exec(text)?.[1];
	if (WHOLE_TEXT.test(name)) return text;
	if (NAME_LIKE.test(name)) return NAME_IN_TEXT.exec(text)?.[1];
	return undefined;
}

function fillList({ items }: JsonSchema, found: Found): Json[] | undefined {
	const type = typeof items === "object" && "type" in items ? items.type : undefined;
	const list = type === "number" || type === "integer" ? found.numbers : found.quoted;
	return list.length > 0 ? list.splice(0) : undefined;
}

/** Takes the first that is accepted. */
function take<T>(list: T[], accepts: (value: T) => boolean): T | undefined {
	const index = list.findIndex(accepts);
	return index < 0 ? undefined : list.splice(index, 1)[0];
}

function isAllowed(number: number, { minimum, maximum }: JsonSchema, whole: boolean): boolean {
	return (
		(!whole || Number.isInteger(number)) &&
		!(minimum !== undefined && number < minimum) &&
		!(maximum !== undefined && number > maximum)
	);
}

/** A pattern is foreign code: it is only tried on short texts. */
function fits(value: string, pattern: string | undefined): boolean {
	if (pattern === undefined || value.length > 100) return true;
	try {
		return new RegExp(pattern, "u").test(value);
	} catch {
		return true;
	}
}

function mentions(text: string, word: string): boolean {
	const pad = (given: string): string =>
		` ${given
			.toLowerCase()
			.replace(/[^\p{L}\p{N}]+/gu, " ")
			.trim()} `;
	return pad(word).trim() !== "" && pad(text).includes(pad(word));
}
