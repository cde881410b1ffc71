import type { MessageContent, MessagePart } from "holdfast";
import { shownPart } from "../../parts/message-part.ts";

const partText = (part: MessagePart): string => {
	const { type, text, name, url } = shownPart(part);
	const about = name ?? url;
	return text ?? (about === undefined ? `[${type}]` : `[${type}: ${about}]`);
};

/** What was said, as text; what is no text is named. */
export const contentText = (content: MessageContent): string =>
	typeof content === "string" ? content : content.map(partText).join("\n");
