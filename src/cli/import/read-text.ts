import { HoldfastError } from "../../error/index.ts";

/** Exports of other systems are read whole: they are one JSON value. */
export const MAX_WHOLE = 256 * 1024 * 1024;

/** The text of bytes, piece by piece. A mark at the beginning that says what they are is left out. */
export async function* textOf(
	bytes: AsyncIterable<Uint8Array>,
	onRead: (bytes: number) => void,
): AsyncGenerator<string, void, undefined> {
	const decoder = new TextDecoder("utf-8", { fatal: true });
	const decode = (part?: Uint8Array): string => {
		try {
			return decoder.decode(part, { stream: part !== undefined });
		} catch (cause) {
			throw new HoldfastError("invalid", "the file is not UTF-8 text", {}, { cause });
		}
	};
	for await (const part of bytes) {
		onRead(part.byteLength);
		yield decode(part);
	}
	yield decode();
}

/** The first line that is not empty, and all of the text, that line too. */
export async function peekLine(
	pieces: AsyncGenerator<string, void, undefined>,
): Promise<{ line: string; all: AsyncGenerator<string, void, undefined> }> {
	const read: string[] = [];
	let head = "";
	for (;;) {
		const { value, done } = await pieces.next();
		if (done) break;
		read.push(value);
		const piece = head === "" ? value.trimStart() : value;
		head += piece;
		if (piece.includes("\n")) break;
		checkSize(head.length);
	}
	const [line = ""] = head.split("\n", 1);
	async function* all() {
		yield* read;
		read.length = 0;
		yield* pieces;
	}
	return { line, all: all() };
}

/** The whole text as the JSON value that it is. */
export async function readJson(pieces: AsyncIterable<string>): Promise<unknown> {
	const read: string[] = [];
	let length = 0;
	for await (const piece of pieces) {
		length += piece.length;
		checkSize(length);
		read.push(piece);
	}
	const text = read.join("");
	try {
		return JSON.parse(text);
	} catch (cause) {
		const values = valuesOfLines(text);
		if (values) return values;
		const why = cause instanceof Error ? `: ${cause.message}` : "";
		throw new HoldfastError(
			"invalid",
			`the file is neither an export of Holdfast nor JSON${why}`,
			{},
			{ cause },
		);
	}
}

/** A list may also be written as a value on each line. */
function valuesOfLines(text: string): unknown[] | undefined {
	const lines = text.split("\n").filter((line) => line.trim() !== "");
	try {
		return lines.length > 1 ? lines.map((line): unknown => JSON.parse(line)) : undefined;
	} catch {
		return undefined;
	}
}

function checkSize(length: number): void {
	if (length <= MAX_WHOLE) return;
	const message = `an export of another system may have at most ${MAX_WHOLE / 1024 / 1024} MiB; split it, for example by user`;
	throw new HoldfastError("limit_exceeded", message, { limit: MAX_WHOLE });
}
