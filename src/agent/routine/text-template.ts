import { HoldfastError } from "../../error/index.ts";
import type { Json } from "../../event/index.ts";
import { ownPath } from "../expression/index.ts";
import { fillTemplate } from "../template.ts";

/** A reference to the output of an earlier node: `{{classify.intent}}`. */
export interface Reference {
	/** The reference as written, without spaces. */
	readonly text: string;
	/** A node, or `input`. */
	readonly name: string;
	readonly path: readonly string[];
	/** Written `{{node.property?}}`: empty if there is no value. */
	readonly optional: boolean;
}

/** A text, split at its references. */
export type TextTemplate = readonly (string | Reference)[];

/** The values for a template. */
export interface TemplateScope {
	/** The output of a node in this run; for `input`, the input of the run. */
	output(name: string): Json | undefined;
	/** Variables and state: the value of `{key}`. */
	key(key: string): Json | undefined;
}

const BRACES = /\{\{(?<inside>[^{}]*)\}\}/gu;
const REFERENCE = /^(?<name>[A-Za-z_]\w*)(?<path>(?:\.[\p{L}\p{N}_-]+|\[\d+\])*)(?<optional>\?)?$/u;

/** Splits a text at its references. Throws `invalid` for braces that contain none. */
export function parseTemplate(text: string): TextTemplate {
	const parts: (string | Reference)[] = [];
	let end = 0;
	for (const match of text.matchAll(BRACES)) {
		const { name, path = "", optional } = REFERENCE.exec((match.groups?.inside ?? "").trim())?.groups ?? {};
		if (name === undefined) {
			const message = `${match[0]} is not a reference; write {{node.property}}, {{node.list.0}} or {{input}}`;
			throw new HoldfastError("invalid", message);
		}
		if (match.index > end) parts.push(text.slice(end, match.index));
		const steps = [...path.matchAll(/[\p{L}\p{N}_-]+/gu)].map(([step]) => step);
		parts.push({ text: `${name}${path}`, name, path: steps, optional: optional === "?" });
		end = match.index + match[0].length;
	}
	if (end < text.length) parts.push(text.slice(end));
	return parts;
}

export const referencesOf = (template: TextTemplate): Reference[] =>
	template.filter((part) => typeof part !== "string");

/** The value of a reference; undefined if it is optional and has none. */
export function lookUp(reference: Reference, scope: TemplateScope, what: string): Json | undefined {
	const value = ownPath(scope.output(reference.name), reference.path);
	if (value !== undefined || reference.optional) return value;
	throw new HoldfastError(
		"invalid",
		`${what}: {{${reference.text}}} has no value in this run; use {{${reference.text}?}} to leave it empty`,
		{ reference: reference.text },
	);
}

/**
 * The text with all references replaced. Inserted values are not expanded again: references in a user's
 * message or in a tool's result have no effect.
 */
export function fillText(template: TextTemplate, scope: TemplateScope, what: string): string {
	return template
		.map((part) => {
			if (typeof part === "string") return fillTemplate(part, (key) => scope.key(key), what);
			const value = lookUp(part, scope, what) ?? "";
			return typeof value === "string" ? value : JSON.stringify(value);
		})
		.join("");
}
