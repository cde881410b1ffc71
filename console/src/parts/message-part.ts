import type { Json, MessagePart } from "holdfast";

type Members = Readonly<Record<string, Json | undefined>>;

/** A part of a message as it is shown. Logs contain parts of every API, also of unknown types. */
export interface ShownPart {
	type: string;
	/** Set for text and reasoning. */
	text?: string | undefined;
	isReasoning: boolean;
	isFile: boolean;
	name?: string | undefined;
	/** The URL of the file; never its content. */
	url?: string | undefined;
	mediaType?: string | undefined;
	/** All other members, for unknown types. */
	rest: Record<string, Json>;
}

const REASONING: readonly string[] = ["reasoning", "thinking"];
const FILES: readonly string[] = [
	"file",
	"image",
	"audio",
	"video",
	"document",
	"image_url",
	"input_image",
	"input_file",
	"input_audio",
];

const first = (...values: (Json | undefined)[]): string | undefined =>
	values.find((value): value is string => typeof value === "string" && value !== "");

const members = (value: Json | undefined): Members =>
	typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};

export function shownPart(part: MessagePart): ShownPart {
	const { type, ...rest } = part as unknown as { type: string } & Record<string, Json>;
	const given: Members = rest;
	const [file, image, source] = [members(given.file), members(given.image_url), members(given.source)];
	const isReasoning = REASONING.includes(type);
	const url = first(given.url, image.url, given.image_url, given.file_url, source.url, given.image);
	return {
		type,
		rest,
		isReasoning,
		isFile: FILES.includes(type),
		text: first(given.text, isReasoning ? given.thinking : undefined, given.refusal),
		name: first(given.filename, given.name, file.filename, given.title),
		url: url !== undefined && /^https?:/i.test(url) ? url : undefined,
		mediaType: first(given.mediaType, given.mimeType, source.media_type),
	};
}
