import { isObject } from "./json.ts";

/** A part in the form that a model receives, whichever API it was written for. */
export type PlainPart = { type: "text"; text: string } | PlainFile;

export interface PlainFile {
	type: "file";
	/** Whether the part is an image, also if its media type is unknown. */
	isImage: boolean;
	/** An http(s) URL, or base64 text. */
	source: { url: string } | { data: string };
	mediaType: string | undefined;
	filename: string | undefined;
	/** The level of detail at which OpenAI reads an image. */
	detail: string | undefined;
}

export type ReadPart =
	/** What a model receives. Empty for empty text, and for parts that are only kept in the log. */
	| { parts: PlainPart[] }
	/** No model can receive it: the type is unknown, or the content is unusable. */
	| { parts?: undefined; why: string; isUnknown: boolean };

type Members = Readonly<Record<string, unknown>>;

/** The types that a user may send. */
export const INPUT_TYPES = [
	"text",
	"image",
	"file",
	"image_url",
	"input_text",
	"input_image",
	"input_file",
	"input_audio",
	"document",
] as const;

/**
 * Known types that stay in the log and are never sent to a model: reasoning, and markers and sources of user
 * interfaces.
 */
const ASIDE: ReadonlySet<string> = new Set([
	"reasoning",
	"thinking",
	"redacted_thinking",
	"step-start",
	"source-url",
	"source-document",
]);

/** Whether a part contains data of the application. */
export const isDataPart = (type: string): boolean => type.startsWith("data-");
export const isAside = (type: string): boolean => ASIDE.has(type) || isDataPart(type);

class Flaw extends Error {}

const SOURCES = "an http(s) URL, a data URL or base64 text";
const DATA_URL = /^data:([^,]*?)(;base64)?,/i;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MEDIA_TYPE = /^[a-z0-9][a-z0-9.+-]{0,63}(\/[a-z0-9*][a-z0-9.+*-]{0,63})?$/i;

const isFull = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
const textIn = (value: unknown): string | undefined => (isFull(value) ? value : undefined);

function mediaTypeOf(value: unknown): string | undefined {
	const [said = ""] = (textIn(value) ?? "").split(";", 1);
	if (said.trim() === "") return undefined;
	if (!MEDIA_TYPE.test(said.trim())) throw new Flaw("has an invalid media type; use one such as image/png");
	return said.trim().toLowerCase();
}

/** Base64 in the standard alphabet, without white space. */
function base64Of(text: string): string {
	const plain = text.replaceAll(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/");
	if (!BASE64.test(plain)) throw new Flaw(`has content that cannot be read; it must be ${SOURCES}`);
	return plain;
}

function inlineOf(source: string, [head, type, isBase64]: RegExpExecArray) {
	const rest = source.slice(head.length);
	if (isBase64) return { source: { data: base64Of(rest) }, mediaType: mediaTypeOf(type) };
	try {
		const data = Buffer.from(decodeURIComponent(rest)).toString("base64");
		return { source: { data }, mediaType: mediaTypeOf(type) };
	} catch (error) {
		throw error instanceof Flaw ? error : new Flaw("has a data URL that cannot be read");
	}
}

/** An http(s) URL, a data URL or base64 text. A data URL contains its own media type. */
function sourceOf(given: string): { source: PlainFile["source"]; mediaType?: string | undefined } {
	const text = given.trim();
	const inline = DATA_URL.exec(text.slice(0, 300));
	if (inline) return inlineOf(text, inline);
	if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return { source: { data: base64Of(text) } };
	const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
	if (!url) throw new Flaw(`has an invalid URL; it must be ${SOURCES}`);
	return { source: { url: url.href } };
}

/** Properties of a file other than its content. */
interface Said {
	isImage?: boolean;
	mediaType?: unknown;
	filename?: unknown;
	detail?: unknown;
}

const DETAILS: readonly unknown[] = ["auto", "low", "high"];

function fileOf(given: unknown, said: Said, names: string): PlainFile {
	if (!isFull(given)) throw new Flaw(`has no content; give ${names} with ${SOURCES}`);
	const { source, mediaType: inUrl } = sourceOf(given);
	const mediaType = mediaTypeOf(said.mediaType) ?? inUrl;
	return {
		type: "file",
		isImage: said.isImage === true || (mediaType?.startsWith("image") ?? false),
		source,
		mediaType,
		filename: textIn(said.filename),
		detail: DETAILS.includes(said.detail) ? String(said.detail) : undefined,
	};
}

/** Reads these properties from the names that different libraries use. */
function saidOf({ mediaType, mimeType, mime_type, media_type, filename }: Members): Said {
	return { mediaType: mediaType ?? mimeType ?? mime_type ?? media_type, filename };
}

const noIds = (): Flaw =>
	new Flaw("names a file that is stored at a provider; send its content or a URL instead");

/** Unwraps content of the AI SDK: `{ type: "data" | "url" | "text" }`. */
function untagged(value: unknown): unknown {
	if (!isObject(value)) return value;
	if (value.type === "url") return value.url;
	if (value.type === "data") return value.data;
	if (value.type === "text" && isFull(value.text)) return Buffer.from(value.text).toString("base64");
	if (value.type === "reference") throw noIds();
	throw new Flaw(`has content that is not text; it must be ${SOURCES}`);
}

function readImage(part: Members): PlainPart[] {
	if (isObject(part.source)) return readSource(part.source, { isImage: true, filename: part.filename });
	const given = [part.url, part.data, part.image, part.base64].map(untagged).find(isFull);
	return [fileOf(given, { ...saidOf(part), isImage: true }, "`url` or `data`")];
}

function readFile(part: Members): PlainPart[] {
	if (isObject(part.file)) {
		const { file_data, file_id, filename } = part.file;
		if (!isFull(file_data) && isFull(file_id)) throw noIds();
		return [fileOf(file_data, { filename }, "`file.file_data`")];
	}
	const given = [part.url, part.data, part.image, part.base64].map(untagged).find(isFull);
	return [fileOf(given, saidOf(part), "`url` or `data`")];
}

/** Reads the `source` of one of Anthropic's parts. */
function readSource(source: Members, said: Said & { title?: unknown }): PlainPart[] {
	const { title, ...rest } = said;
	switch (source.type) {
		case "base64":
			return [fileOf(source.data, { ...rest, mediaType: source.media_type }, "`source.data`")];
		case "url": {
			// Anthropic accepts only PDFs as the URL of a document.
			const mediaType = rest.isImage ? undefined : "application/pdf";
			return [fileOf(source.url, { ...rest, mediaType }, "`source.url`")];
		}
		case "text":
			return isFull(source.data) ? [{ type: "text", text: titled(source.data, title) }] : [];
		case "content": {
			const { content } = source;
			if (typeof content === "string")
				return isFull(content) ? [{ type: "text", text: titled(content, title) }] : [];
			if (!Array.isArray(content)) throw new Flaw("has a source without content");
			return content.flatMap((inner: unknown) => {
				if (!isObject(inner) || (inner.type !== "text" && inner.type !== "image"))
					throw new Flaw("has a source with content that is neither text nor image");
				return inner.type === "text"
					? readText(inner.text)
					: readImage({ ...inner, source: plainSource(inner) });
			});
		}
		case "file":
			throw noIds();
		default:
			throw new Flaw("has a source of an unknown type; use base64, url or text");
	}
}

/** An image inside a document cannot contain another document. */
function plainSource({ source }: Members): unknown {
	return isObject(source) && source.type === "content" ? {} : source;
}

const titled = (text: string, title: unknown): string => (isFull(title) ? `${title}\n\n${text}` : text);

function readText(text: unknown): PlainPart[] {
	if (typeof text !== "string") throw new Flaw("must have a `text`");
	return isFull(text) ? [{ type: "text", text }] : [];
}

const AUDIO: Readonly<Record<string, string>> = { mp3: "audio/mpeg", wav: "audio/wav" };

/** How to read each type. */
const READERS: Readonly<Record<string, (part: Members) => PlainPart[]>> = {
	text: ({ text }) => readText(text),
	input_text: ({ text }) => readText(text),
	output_text: ({ text }) => readText(text),
	refusal: ({ refusal }) => readText(refusal),
	image: readImage,
	file: readFile,
	image_url: ({ image_url }) => {
		const given = isObject(image_url) ? image_url : { url: image_url };
		return [fileOf(given.url, { isImage: true, detail: given.detail }, "`image_url.url`")];
	},
	input_image: ({ image_url, file_id, detail }) => {
		const given = isObject(image_url) ? image_url.url : image_url;
		if (!isFull(given) && isFull(file_id)) throw noIds();
		return [fileOf(given, { isImage: true, detail }, "`image_url`")];
	},
	input_file: ({ file_data, file_url, file_id, filename }) => {
		const given = [file_data, file_url].find(isFull);
		if (given === undefined && isFull(file_id)) throw noIds();
		return [fileOf(given, { filename }, "`file_data` or `file_url`")];
	},
	input_audio: ({ input_audio }) => {
		const { data, format } = isObject(input_audio) ? input_audio : {};
		const mediaType = typeof format === "string" ? (AUDIO[format] ?? `audio/${format}`) : undefined;
		return [fileOf(data, { mediaType }, "`input_audio.data`")];
	},
	document: (part) => {
		const { source, title, context } = part;
		if (!isObject(source)) throw new Flaw("has no `source`");
		const parts = readSource(source, { title, filename: title });
		return isFull(context) ? [{ type: "text", text: context }, ...parts] : parts;
	},
};

/** Reads one part of a message, in the form of Holdfast, OpenAI, Anthropic, the AI SDK or LangChain. */
export function readPart(part: { readonly type: string }): ReadPart {
	const { type } = part;
	if (isAside(type)) return { parts: [] };
	const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
	if (!read) return { why: `has an unknown type: ${JSON.stringify(type.slice(0, 60))}`, isUnknown: true };
	try {
		return { parts: read(part as Members) };
	} catch (error) {
		if (error instanceof Flaw) return { why: error.message, isUnknown: false };
		throw error;
	}
}
