/*
 * The framing of PostgreSQL's protocol, version 3: one letter that says what a message is, its length (which counts
 * itself but not the letter), its content. The first message of a client has no letter.
 */

export interface WireMessage {
	/** "" for the first message of a client. */
	type: string;
	body: Buffer;
	/** All of it, to be passed on. */
	bytes: Buffer;
}

/** Cuts a stream of bytes into messages. Those of a client begin with one that has no letter. */
export function messageReader(from: "client" | "server"): (chunk: Buffer) => Generator<WireMessage> {
	let rest: Buffer = Buffer.alloc(0);
	let letter = from === "client" ? 0 : 1;
	return function* read(chunk) {
		rest = Buffer.concat([rest, chunk]);
		while (rest.length >= letter + 4) {
			const end = letter + rest.readInt32BE(letter);
			if (rest.length < end) return;
			const bytes = rest.subarray(0, end);
			rest = rest.subarray(end);
			const message = { type: bytes.toString("latin1", 0, letter), body: bytes.subarray(letter + 4), bytes };
			// After a request for encryption, which is refused, the first message comes again.
			if (letter === 0 && startupCode(message.body) === START) letter = 1;
			yield message;
		}
	};
}

/** What a first message asks for: protocol 3.0, or something else. */
export const START = 3 << 16;
export const ENCRYPTION_REQUESTS: readonly number[] = [80877103, 80877104]; // TLS, GSSAPI

export const startupCode = (body: Buffer): number => body.readInt32BE(0);

/** The names and values that a client starts with. */
export function startupParameters(body: Buffer): Map<string, string> {
	const texts = body.toString("utf8", 4).split("\0");
	const parameters = new Map<string, string>();
	for (let at = 0; texts[at]; at += 2) parameters.set(texts[at] ?? "", texts[at + 1] ?? "");
	return parameters;
}

function message(type: string, body: Buffer): Buffer {
	const head = Buffer.alloc(5, type, "latin1");
	head.writeInt32BE(body.length + 4, 1);
	return Buffer.concat([head, body]);
}

const int32 = (value: number): Buffer => {
	const bytes = Buffer.alloc(4);
	bytes.writeInt32BE(value);
	return bytes;
};

/** Tells a client that it is let in and can begin. */
export function welcome(parameters: Record<string, string>, processId: number): Buffer {
	return Buffer.concat([
		message("R", int32(0)),
		...Object.entries(parameters).map(([name, value]) => message("S", Buffer.from(`${name}\0${value}\0`))),
		message("K", Buffer.concat([int32(processId), int32(0)])),
		message("Z", Buffer.from("I")),
	]);
}

/** An error that ends the connection. */
export function fatalError(code: string, text: string): Buffer {
	return message("E", Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`));
}
