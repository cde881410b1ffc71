import type { Document, LineCounter, Node, Pair } from "yaml";
import type { FieldPath } from "../describe-issues.ts";

/** Where something stands, from 1. */
export interface Place {
	readonly line: number;
	readonly column: number;
}

export interface YamlFlaw extends Place {
	readonly message: string;
}

export interface YamlText {
	readonly value: unknown;
	/** Where a field stands: its key, or the list entry; of a field that is missing, what it is missing in. */
	place(path: FieldPath): Place;
	/** What makes it no YAML, or YAML that a person could read in two ways. Without one, `value` is good. */
	readonly flaws: readonly YamlFlaw[];
}

/** A handful of aliases is a convenience; thousands are an attack. */
const MAX_ALIASES = 100;
export const START: Place = { line: 1, column: 1 };

/** Reads YAML 1.2, and remembers where everything stands. `holds` is what one file has one of. */
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
				? `${keyAt(text, pos[0])} is there twice; remove one`
				: describe(code, message, holds),
	}));
	if (flaws.length > 0) return { value: undefined, place: () => START, flaws };
	try {
		const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
		return { value, place: (path) => placeOf(yaml, document, lines, path), flaws };
	} catch (error) {
		const why = error instanceof ReferenceError ? "has too many aliases (*name)" : "is nested too deeply";
		return { value: undefined, place: () => START, flaws: [{ ...START, message: `${why}; write it out` }] };
	}
}

function describe(code: string, message: string, holds: string): string {
	if (code === "MULTIPLE_DOCS") return `begins a second document; one file holds one ${holds}`;
	if (code === "RESOURCE_EXHAUSTION") return "is nested too deeply";
	// Where rules run into YAML: `!blocked` is a tag there, and `"a" in b` a text with something behind it.
	if (code === "TAG_RESOLVE_FAILED") return `${message}; put text that begins with ! in quotes`;
	if (message === "Unexpected scalar at node end") return `${message}; put all of the text in quotes`;
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
