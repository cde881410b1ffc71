/** One message of an event stream. */
export interface SseMessage {
	/** Name of the event. Default `message`. */
	readonly event: string;
	readonly data: string;
	/** The last id in the stream so far. */
	readonly id: string;
}

/**
 * Parses an event stream (`text/event-stream` of the HTML standard) from chunks that can end anywhere: within a
 * line, a line ending or a character.
 */
export function createSseParser(): { push(bytes: Uint8Array): SseMessage[] } {
	// Also removes a byte order mark.
	const decoder = new TextDecoder();
	let rest = "";
	/** The previous chunk ended with a carriage return. A line feed at the start of the next one belongs to it. */
	let afterReturn = false;
	let event = "";
	let id = "";
	let data: string[] = [];

	const field = (name: string, value: string): void => {
		if (name === "data") data.push(value);
		else if (name === "event") event = value;
		else if (name === "id" && !value.includes("\u0000")) id = value;
	};

	/** Processes a line; returns the message that it completes. */
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
			// The chunk contained only a part of a character.
			if (text === "") return [];
			if (afterReturn && text.startsWith("\n")) text = text.slice(1);
			afterReturn = text.endsWith("\r");
			const lines = (rest + text).split(/\r\n|\r|\n/);
			rest = lines.pop() ?? "";
			return lines.flatMap((line) => take(line) ?? []);
		},
	};
}
