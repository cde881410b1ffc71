import type { MessageContent, MessagePart } from "holdfast";
import { shownPart } from "../../parts/message-part.ts";

const partText = (part: MessagePart): string => {
	const { type, text, name, url } = shownPart(part);
	const about = name ?? url;
	return text ?? (about === undefined ? `[${type}]` : `[${type}: ${about}]`);
};

/** The content of a message as text. Other parts are named, such as "[image]". */
export const contentText = (content: MessageContent): string =>
	typeof content === "string" ? content : content.map(partText).join("\n");
