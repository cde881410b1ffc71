import { HoldfastError } from "../error/index.ts";
import { isObject } from "../event/index.ts";

/** Exports of other systems are one JSON value, so they are read as a whole. */
export const MAX_WHOLE = 256 * 1024 * 1024;

type Pieces = Iterable<string> | AsyncIterable<string>;

/** The first line that is not empty, and the whole text including that line. */
export async function peekLine(
	pieces: Pieces,
	limit = MAX_WHOLE,
): Promise<{ line: string; all: AsyncGenerator<string, void, undefined> }> {
	const rest = (async function* () {
		for await (const piece of pieces) yield String(piece);
	})();
	const read: string[] = [];
	let head = "";
	for (;;) {
		const { value, done } = await rest.next();
		if (done) break;
		read.push(value);
		const piece = head === "" ? value.trimStart() : value;
		head += piece;
		// Lines can come without line ends.
		if (piece.includes("\n") || isOwnLine(head)) break;
		checkSize(head.length, limit);
	}
	const [line = ""] = head.split("\n", 1);
	async function* all() {
		yield* read;
		read.length = 0;
		yield* rest;
	}
	return { line, all: all() };
}

/** Whether this first line is from an export of Holdfast: its header, or one of its events. */
export function isOwnLine(line: string): boolean {
	// Most other lines are long. Only parse those that can match.
	if (!/"type"\s*:\s*"(?:session|tenant)"|"format"\s*:\s*"holdfast\/|"offset"\s*:/.test(line)) return false;
	try {
		const value: unknown = JSON.parse(line);
		if (!isObject(value)) return false;
		if ("kind" in value) return "offset" in value;
		return (
			value.type === "session" || value.type === "tenant" || String(value.format).startsWith("holdfast/")
		);
	} catch {
		return false;
	}
}

/** The whole text, in the chunks that it came in. */
export async function readWhole(pieces: Pieces, limit = MAX_WHOLE): Promise<string[]> {
	const read: string[] = [];
	let length = 0;
	for await (const piece of pieces) {
		length += piece.length;
		checkSize(length, limit);
		read.push(piece);
	}
	return read;
}

/** Parses a text as one JSON value, or as one value per line. */
export function jsonValue(pieces: readonly string[]): unknown {
	const text = pieces.join("");
	try {
		return JSON.parse(text);
	} catch (cause) {
		// Lines can come without line ends.
		const values = valuesOfLines(text) ?? valuesOfLines(pieces.join("\n"));
		if (values) return values;
		const why = cause instanceof Error ? `: ${cause.message}` : "";
		throw new HoldfastError("invalid", `this is neither an export of Holdfast nor JSON${why}`, {}, { cause });
	}
}

function valuesOfLines(text: string): unknown[] | undefined {
	const lines = text.split("\n").filter((line) => line.trim() !== "");
	try {
		return lines.length > 1 ? lines.map((line): unknown => JSON.parse(line)) : undefined;
	} catch {
		return undefined;
	}
}

function checkSize(length: number, limit: number): void {
	if (length <= limit) return;
	const message = `an export of another system may have at most ${limit / 1024 / 1024} MiB; split it, for example by user`;
	throw new HoldfastError("limit_exceeded", message, { limit });
}
