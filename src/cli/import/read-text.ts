import { HoldfastError } from "../../error/index.ts";

/** Decodes UTF-8, piece by piece. Skips a byte order mark at the beginning. */
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
