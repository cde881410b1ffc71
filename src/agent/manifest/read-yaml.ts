import type { Document, LineCounter, Node, Pair } from "yaml";
import type { FieldPath } from "../describe-issues.ts";

/** A position in a text, from 1. */
export interface Place {
	readonly line: number;
	readonly column: number;
}

export interface YamlFlaw extends Place {
	readonly message: string;
}

export interface YamlText {
	readonly value: unknown;
	/** The position of a field: its key or list entry. For a missing field, the position of its parent. */
	place(path: FieldPath): Place;
	/** Syntax errors, and YAML that a person could read in two ways. If there are none, `value` is valid. */
	readonly flaws: readonly YamlFlaw[];
}

/** A few aliases are convenient; thousands are an attack. */
const MAX_ALIASES = 100;
export const START: Place = { line: 1, column: 1 };

/**
 * Parses YAML 1.2 and keeps the position of every field.
 *
 * @param holds What one file describes, for messages.
 */
export async function readYaml(text: string, holds = "agent"): Promise<YamlText> {
	const yaml = await import("yaml");
	const lines = new yaml.LineCounter();
	const document = yaml.parseDocument(text, {
		lineCounter: lines,
		prettyErrors: false,
		stringKeys: true,
		logLevel: "error",
	});
	const at = (offset: number): Place => {
		const { line, col } = lines.linePos(offset);
		return { line: Math.max(line, 1), column: Math.max(col, 1) };
	};
	const flaws: YamlFlaw[] = [...document.errors, ...document.warnings].map(({ code, message, pos }) => ({
		...at(pos[0]),
		message:
			code === "DUPLICATE_KEY"
				? `${keyAt(text, pos[0])} appears twice; remove one`
				: describe(code, message, holds),
	}));
	if (flaws.length > 0) return { value: undefined, place: () => START, flaws };
	try {
		const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
		return { value, place: (path) => placeOf(yaml, document, lines, path), flaws };
	} catch (error) {
		const why = error instanceof ReferenceError ? "has too many aliases (*name)" : "is nested too deeply";
		return { value: undefined, place: () => START, flaws: [{ ...START, message: `${why}; simplify it` }] };
	}
}

function describe(code: string, message: string, holds: string): string {
	if (code === "MULTIPLE_DOCS") return `begins a second document; a file can contain only one ${holds}`;
	if (code === "RESOURCE_EXHAUSTION") return "is nested too deeply";
	// Rules that collide with YAML: `!blocked` is a YAML tag, and `"a" in b` is a quoted text with something
	// after it.
	if (code === "TAG_RESOLVE_FAILED") return `${message}; put text that begins with ! in quotes`;
	if (message === "Unexpected scalar at node end") return `${message}; put the whole text in quotes`;
	return message;
}

const keyAt = (text: string, offset: number): string =>
	/^(?:"[^"\n]*"|'[^'\n]*'|[^\s:,{}[\]]+)/.exec(text.slice(offset, offset + 100))?.[0] ?? "a key";

type Yaml = typeof import("yaml");

function placeOf(yaml: Yaml, document: Document, lines: LineCounter, path: FieldPath): Place {
	let found: Node | null | undefined = document.contents;
	let node: unknown = found;
	for (const part of path) {
		if (yaml.isAlias(node)) node = node.resolve(document);
		if (yaml.isMap(node)) {
			const pair: Pair | undefined = node.items.find(
				({ key }) => yaml.isScalar(key) && String(key.value) === part,
			);
			if (!pair) break;
			found = pair.key as Node;
			node = pair.value;
		} else if (yaml.isSeq(node) && typeof part === "number") {
			node = node.items[part];
			if (!yaml.isNode(node)) break;
			found = node;
		} else {
			break;
		}
	}
	const offset = found?.range?.[0];
	if (offset === undefined) return START;
	const { line, col } = lines.linePos(offset);
	return { line: Math.max(line, 1), column: Math.max(col, 1) };
}
