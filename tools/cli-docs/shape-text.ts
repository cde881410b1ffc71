import { isObject, type Json, type JsonObject } from "../../src/event/index.ts";

/** Descriptions that only repeat the type. */
const NOTHING_NEW: ReadonlySet<Json | undefined> = new Set([
	undefined,
	"Any JSON object",
	"Any JSON value",
	"ISO 8601, UTC",
]);

const isName = (name: string): boolean => /^[a-z_$][\w$]*$/i.test(name);

/** A JSON Schema in the style of TypeScript: fields with their types, and descriptions as comments. */
export function shapeText(schema: Json | undefined, depth = 0): string {
	if (!isObject(schema)) return "any";
	if (typeof schema.$ref === "string") return schema.$ref.split("/").at(-1) ?? "any";
	if (Array.isArray(schema.enum)) return schema.enum.map((word) => JSON.stringify(word)).join(" | ");
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	for (const options of [schema.anyOf, schema.oneOf])
		if (Array.isArray(options)) return options.map((option) => shapeText(option, depth)).join(" | ");
	if (Array.isArray(schema.allOf)) return schema.allOf.map((option) => shapeText(option, depth)).join(" & ");
	if (schema.type === "array") {
		const item = shapeText(schema.items, depth);
		return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
	}
	if (isObject(schema.properties)) return objectText(schema, schema.properties, depth);
	if (schema.type === "object") return recordText(schema, depth);
	if (schema.type === "integer") return "number";
	if (schema.format === "date-time") return "time";
	return typeof schema.type === "string" ? schema.type : "any";
}

function recordText({ additionalProperties }: JsonObject, depth: number): string {
	const value = shapeText(additionalProperties, depth);
	return value === "any" ? "object" : `{ [name]: ${value} }`;
}

function objectText(schema: JsonObject, properties: JsonObject, depth: number): string {
	const required = Array.isArray(schema.required) ? schema.required : [];
	const fields = Object.entries(properties).map(([name, member]) => {
		const written = `${isName(name) ? name : JSON.stringify(name)}${required.includes(name) ? "" : "?"}`;
		const about = isObject(member) ? member.description : undefined;
		const note = typeof about === "string" && !NOTHING_NEW.has(about) ? about : undefined;
		return { text: `${written}: ${shapeText(member as Json, depth + 1)}`, note };
	});
	if (fields.length === 0) return "{}";
	const short = `{ ${fields.map(({ text }) => text).join(", ")} }`;
	if (fields.every(({ text, note }) => note === undefined && !text.includes("\n")) && short.length <= 90)
		return short;
	const indent = "  ".repeat(depth + 1);
	const lines = fields.map(({ text, note }) => `${indent}${text}${note === undefined ? "" : `  // ${note}`}`);
	return `{\n${lines.join("\n")}\n${"  ".repeat(depth)}}`;
}
