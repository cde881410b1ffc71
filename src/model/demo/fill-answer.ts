import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Json, JsonObject } from "../../event/index.ts";
import { fillInput, type JsonSchema } from "./fill-input.ts";
import { countShared, meaningfulWords } from "./words.ts";

const MAX_DEPTH = 6;

type Schema = JsonSchema & {
	default?: Json;
	allOf?: readonly Schema[];
	minItems?: number;
	exclusiveMinimum?: number;
};

/**
 * An object with the requested schema, filled from the user's message: values that are named there; for a
 * choice, the option that shares most words with it, or else the first. Values that cannot be found get the
 * simplest allowed value.
 */
export function fillAnswer(schema: unknown, prompt: LanguageModelV4Prompt): JsonObject {
	const value = fill("", schema as Schema, saidIn(prompt), 0);
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/** The last request may name every choice: what the user said before decides between them. */
function saidIn(prompt: LanguageModelV4Prompt): string {
	const texts = prompt.flatMap((message) =>
		message.role === "user"
			? [message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")]
			: [],
	);
	return inWords(texts.at(-2) ?? texts.at(-1) ?? "");
}

/** The texts in an object that a program sent. */
function inWords(text: string): string {
	if (!text.startsWith("{")) return text;
	try {
		const found: string[] = [];
		JSON.parse(text, (_, value) => {
			if (typeof value === "string" || typeof value === "number") found.push(String(value));
			return value;
		});
		return found.join("\n");
	} catch {
		return text;
	}
}

function fill(name: string, given: Schema | undefined, text: string, depth: number): Json {
	const schema = plain(given);
	if (schema === undefined || depth > MAX_DEPTH) return null;
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return choose(schema.enum, text);
	const type = typeof schema.type === "string" ? schema.type : schema.type?.find((each) => each !== "null");
	if (type === "object" || schema.properties) return fillMembers(schema, text, depth);
	const found = fillInput({ properties: { [name]: schema }, required: [name] }, text);
	if ("input" in found && found.input[name] !== undefined) return found.input[name];
	if (schema.default !== undefined) return schema.default;
	switch (type) {
		case "number":
		case "integer":
			return schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1;
		case "boolean":
			return false;
		case "array": {
			const item = Array.isArray(schema.items) ? schema.items[0] : schema.items;
			return Array.from({ length: schema.minItems ?? 0 }, () => fill(name, item as Schema, text, depth + 1));
		}
		case "string":
			return fitText(text, schema);
		default:
			return null;
	}
}

function fillMembers(schema: Schema, text: string, depth: number): JsonObject {
	const required = new Set(schema.required ?? []);
	const members = Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, Json][] => {
		if (typeof property !== "object") return [];
		if (required.has(name)) return [[name, fill(name, property as Schema, text, depth + 1)]];
		// An optional property is filled if the text names it.
		const found = fillInput({ properties: { [name]: property }, required: [name] }, text);
		return "input" in found && found.input[name] !== undefined ? [[name, found.input[name]]] : [];
	});
	return Object.fromEntries(members);
}

/** Of several forms, the first that is not null. */
function plain(schema: Schema | undefined): Schema | undefined {
	const forms = schema?.anyOf ?? schema?.oneOf;
	if (!forms) return schema;
	return forms.filter((form) => typeof form === "object").find(({ type }) => type !== "null") as Schema;
}

function choose(values: readonly Json[], text: string): Json {
	const asked = meaningfulWords(text);
	const shared = values.map((value) =>
		countShared(asked, meaningfulWords(String(value).replaceAll("_", " "))),
	);
	return values[shared.indexOf(Math.max(...shared))] ?? null;
}

function fitText(text: string, { minLength = 0, maxLength = 200 }: Schema): string {
	return text.slice(0, maxLength).toWellFormed().padEnd(minLength, ".");
}
