import type { Json, JsonObject } from "../../event/index.ts";
import { fillText, lookUp, parseTemplate, type TemplateScope, type TextTemplate } from "./text-template.ts";

/** A JSON value whose texts are templates. */
export type JsonTemplate =
	| { readonly type: "text"; readonly template: TextTemplate }
	| { readonly type: "list"; readonly items: readonly JsonTemplate[] }
	| { readonly type: "object"; readonly members: readonly (readonly [string, JsonTemplate])[] }
	| { readonly type: "value"; readonly value: Json };

export function parseJsonTemplate(value: Json): JsonTemplate {
	if (typeof value === "string") return { type: "text", template: parseTemplate(value) };
	if (Array.isArray(value)) return { type: "list", items: value.map(parseJsonTemplate) };
	if (typeof value !== "object" || value === null) return { type: "value", value };
	const members = Object.entries(value).map(([key, member]) => [key, parseJsonTemplate(member)] as const);
	return { type: "object", members };
}

/** All texts in the template. */
export function textsOf(template: JsonTemplate): TextTemplate[] {
	if (template.type === "text") return [template.template];
	if (template.type === "list") return template.items.flatMap(textsOf);
	return template.type === "object" ? template.members.flatMap(([, member]) => textsOf(member)) : [];
}

/**
 * The value with all references replaced. A text that is a single reference keeps the type of its value. If
 * an optional reference has no value, an object member is omitted, and a list element becomes null.
 */
export function fillJson(template: JsonTemplate, scope: TemplateScope, what: string): Json | undefined {
	switch (template.type) {
		case "value":
			return template.value;
		case "text": {
			const [only, ...more] = template.template;
			if (only === undefined) return "";
			if (typeof only === "object" && more.length === 0) return structuredClone(lookUp(only, scope, what));
			return fillText(template.template, scope, what);
		}
		case "list":
			return template.items.map((item) => fillJson(item, scope, what) ?? null);
		case "object": {
			const members = template.members.map(([key, member]) => [key, fillJson(member, scope, what)] as const);
			return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as JsonObject;
		}
	}
}
