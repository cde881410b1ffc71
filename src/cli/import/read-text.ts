import { HoldfastError } from "../../error/index.ts";

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
