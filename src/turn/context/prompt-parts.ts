import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from "@ai-sdk/provider";
import {
	isObject,
	type Json,
	type MessageContent,
	type PlainFile,
	type PlainPart,
	readPart,
} from "../../event/index.ts";
import { guessMediaType } from "./guess-media-type.ts";

export type UserPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

/** What a model gets of a user's message. What it cannot get is named, so that nothing is missing without a word. */
export function partsOf(content: MessageContent): PlainPart[] {
	if (typeof content === "string") return content.trim() === "" ? [] : [{ type: "text", text: content }];
	return content.flatMap((part) => readPart(part).parts ?? noteOf(part.type));
}

/** A text without text is nothing that could be missing. */
const noteOf = (type: string): PlainPart[] =>
	type === "text"
		? []
		: [{ type: "text", text: `(a part of type ${JSON.stringify(type.slice(0, 60))} that cannot be shown)` }];

function filePart({ source, isImage, filename, detail, ...given }: PlainFile): LanguageModelV4FilePart {
	const guessed = given.mediaType ?? guessMediaType("url" in source ? source.url : source.data);
	return {
		type: "file",
		data: "url" in source ? { type: "url", url: new URL(source.url) } : { type: "data", data: source.data },
		mediaType: guessed ?? (isImage ? "image" : "application/octet-stream"),
		...(filename !== undefined && { filename }),
		...(detail !== undefined && { providerOptions: { openai: { imageDetail: detail } } }),
	};
}

/** Parts as the AI SDK has them. */
export const userContent = (parts: readonly PlainPart[]): UserPart[] =>
	parts.map((part) => (part.type === "text" ? part : filePart(part)));

/** What stands for a file that a model does not get. */
export function fileAsText(part: UserPart): LanguageModelV4TextPart {
	if (part.type === "text") return part;
	const named = part.filename === undefined ? "" : ` ${JSON.stringify(part.filename)}`;
	return { type: "text", text: `(an attachment${named} of type ${part.mediaType})` };
}

/**
 * What a tool gave, without the bytes of pictures and files: as JSON they say nothing to a model and cost a lot. A word stands
 * for each.
 */
export function withoutBytes(output: Json): Json {
	if (!Array.isArray(output)) return output;
	return output.map((part) => {
		if (!isObject(part) || typeof part.type !== "string") return part;
		const [file] = readPart({ ...part, type: part.type }).parts ?? [];
		const isInline = file?.type === "file" && "data" in file.source;
		return isInline ? { ...fileAsText(filePart(file)) } : part;
	}) as Json;
}
