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

/**
 * The parts of a user's message for a model. A part that cannot be sent is replaced with a note, so that
 * nothing is missing silently.
 */
export function partsOf(content: MessageContent): PlainPart[] {
	if (typeof content === "string") return content.trim() === "" ? [] : [{ type: "text", text: content }];
	return content.flatMap((part) => readPart(part).parts ?? noteOf(part.type));
}

/** An empty text needs no note. */
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

/** Parts in the form of the AI SDK. */
export const userContent = (parts: readonly PlainPart[]): UserPart[] =>
	parts.map((part) => (part.type === "text" ? part : filePart(part)));

/** The text that replaces a file that a model does not get. */
export function fileAsText(part: UserPart): LanguageModelV4TextPart {
	if (part.type === "text") return part;
	const named = part.filename === undefined ? "" : ` ${JSON.stringify(part.filename)}`;
	return { type: "text", text: `(an attachment${named} of type ${part.mediaType})` };
}

/**
 * A tool's output without the bytes of images and files: as JSON they mean nothing to a model and cost a lot.
 * A short text replaces each of them.
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
