/** One message of an event stream. */
export interface SseMessage {
	/** `message` where the stream names none. */
	readonly event: string;
	readonly data: string;
	/** The last id that the stream has named so far. */
	readonly id: string;
}

/**
 * Reads an event stream (`text/event-stream`, as the HTML standard describes it) from pieces that are cut anywhere: in
 * the middle of a line, of a line's end, of a character.
 */
export function createSseParser(): { push(bytes: Uint8Array): SseMessage[] } {
	// Takes off a byte order mark, too.
	const decoder = new TextDecoder();
	let rest = "";
	/** The piece before ended with a carriage return: a line feed at the start of the next belongs to it. */
	let afterReturn = false;
	let event = "";
	let id = "";
	let data: string[] = [];

	const field = (name: string, value: string): void => {
		if (name === "data") data.push(value);
		else if (name === "event") event = value;
		else if (name === "id" && !value.includes("\u0000")) id = value;
	};

	/** Takes a line; gives the message that it ends. */
	const take = (line: string): SseMessage | undefined => {
		if (line === "") {
			const message = data.length > 0 ? { event: event || "message", data: data.join("\n"), id } : undefined;
			event = "";
			data = [];
			return message;
		}
		const colon = line.indexOf(":");
		if (colon < 0) field(line, "");
		else if (colon > 0)
			field(line.slice(0, colon), line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1));
		return undefined;
	};

	return {
		push(bytes) {
			let text = decoder.decode(bytes, { stream: true });
			// Only a part of a character came.
			if (text === "") return [];
			if (afterReturn && text.startsWith("\n")) text = text.slice(1);
			afterReturn = text.endsWith("\r");
			const lines = (rest + text).split(/\r\n|\r|\n/);
			rest = lines.pop() ?? "";
			return lines.flatMap((line) => take(line) ?? []);
		},
	};
}
