import type { MessageContent, MessagePart } from "holdfast";

const partText = (part: MessagePart): string => {
	if (typeof part.text === "string") return part.text;
	const name = [part.filename, part.name, part.url].find((one) => typeof one === "string");
	return name === undefined ? `[${part.type}]` : `[${part.type}: ${name}]`;
};

/** What was said, as text; what is no text is named. */
export const contentText = (content: MessageContent): string =>
	typeof content === "string" ? content : content.map(partText).join("\n");
