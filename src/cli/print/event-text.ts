import {
	type Event,
	type Json,
	type MessageContent,
	type MessagePart,
	readPart,
	type StateDelta,
	textOf,
} from "../../event/index.ts";

/** A description of an event. It is cut and neutralised when it is printed. */
export function eventText(event: Event): string {
	if (event.erased) return "(erased)";
	switch (event.kind) {
		case "message":
		case "reply":
			return contentText(event.data.content);
		case "tool_call":
			return `${event.data.name}(${short(event.data.input)})`;
		case "tool_result": {
			const { name, output, isError } = event.data;
			return `${name} ${isError ? "failed: " : "→ "}${short(output)}`;
		}
		case "status":
			return [event.data.status, errorText(event.data.error)].filter((part) => part !== "").join(": ");
		case "step_output":
			return `${event.data.nodeId} = ${short(event.data.value)}`;
		case "mode": {
			const { from, to, by, reason } = event.data;
			return `${from} → ${to}${by === undefined ? "" : ` by ${by}`}${reason ? `: ${reason}` : ""}`;
		}
		case "session": {
			const { change, ...rest } = event.data;
			return join(change, rest);
		}
		case "summary":
			return `up to ${event.data.upTo}: ${event.data.content}`;
		case "custom": {
			const { type, ...rest } = event.data;
			return join(type, rest);
		}
		default:
			return join(undefined, event.data);
	}
}

/** A change of state: `name=value`, and `-name` for a removed key. */
export function deltaText({ set = {}, remove = [] }: StateDelta): string {
	const changes = Object.entries(set).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
	return [...changes, ...remove.map((key) => `-${key}`)].join(" ");
}

/** The source of an event, with the display name if there is one. */
export function eventWho(event: Event): string {
	const name = event.kind === "message" ? event.data.displayName : undefined;
	return name === undefined ? event.source : `${event.source} ${name}`;
}

/** The text, and a mark for each part that is not text. */
export function contentText(content: MessageContent): string {
	if (typeof content === "string") return content;
	const marks = content.flatMap(partMarks);
	return [textOf(content), ...marks].filter((part) => part !== "").join(" ");
}

function partMarks(part: MessagePart): string[] {
	const read = readPart(part).parts;
	if (!read || read.length === 0) return part.type === "text" ? [] : [`[${part.type}]`];
	return read.flatMap((one) => {
		if (one.type === "text") return [];
		const about = one.filename ?? one.mediaType ?? ("url" in one.source ? one.source.url : undefined);
		return [about === undefined ? `[${part.type}]` : `[${part.type} ${about}]`];
	});
}

const short = (value: Json | undefined): string =>
	typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);

function errorText(error: Json | undefined): string {
	const message = typeof error === "object" && error !== null && !Array.isArray(error) && error.message;
	return typeof message === "string" ? message : short(error);
}

function join(first: string | undefined, rest: Record<string, unknown>): string {
	const more = Object.keys(rest).length > 0 ? JSON.stringify(rest) : "";
	return [first ?? "", more].filter((part) => part !== "").join(" ");
}
