import type { JsonObject } from "./json.ts";

/** Text. */
export type TextPart = { type: "text"; text: string };

/** Where Anthropic's parts have their content. `file` (an id of its Files API) is not accepted. */
export type AnthropicSource =
	| { type: "base64"; media_type: string; data: string }
	| { type: "url"; url: string }
	| { type: "text"; media_type?: string; data: string }
	| { type: "content"; content: string | (TextPart | ImagePart)[] };

/**
 * A picture. Give `url`, `data` or `image` (the AI SDK's name), or Anthropic's `source`. Each takes an http(s) URL, a data URL
 * or base64 text.
 *
 * @example
 * ```ts
 * import type { ImagePart } from "holdfast";
 *
 * const byUrl: ImagePart = { type: "image", url: "https://example.com/cat.png" };
 * const inline: ImagePart = { type: "image", data: "iVBORw0KGgo=", mediaType: "image/png" };
 * ```
 */
export type ImagePart = {
	type: "image";
	url?: string;
	data?: string;
	image?: string;
	source?: AnthropicSource;
	/** For example `image/png`. Taken from the data URL, the URL's ending or the first bytes where it is missing. */
	mediaType?: string;
	filename?: string;
};

/**
 * A file: a PDF, a sound, a picture. Give `url` or `data` (an http(s) URL, a data URL or base64 text), or `file` as OpenAI's
 * chat API has it. Which types a model reads is up to its provider.
 */
export type FilePart = {
	type: "file";
	url?: string;
	data?: string;
	file?: { file_data: string; filename?: string };
	mediaType?: string;
	filename?: string;
};

/** A picture as in OpenAI's chat API. */
export type ImageUrlPart = {
	type: "image_url";
	image_url: string | { url: string; detail?: "auto" | "low" | "high" };
};

/** Text as in OpenAI's Responses API. */
export type InputTextPart = { type: "input_text"; text: string };

/** A picture as in OpenAI's Responses API. An id of a stored file is not accepted. */
export type InputImagePart = {
	type: "input_image";
	image_url: string;
	detail?: "auto" | "low" | "high";
};

/** A file as in OpenAI's Responses API. An id of a stored file is not accepted. */
export type InputFilePart = {
	type: "input_file";
	file_data?: string;
	file_url?: string;
	filename?: string;
};

/** Sound as in OpenAI's APIs: base64 text. */
export type InputAudioPart = { type: "input_audio"; input_audio: { data: string; format: string } };

/** A document as in Anthropic's Messages API. */
export type DocumentPart = {
	type: "document";
	source: AnthropicSource;
	title?: string | null;
	context?: string | null;
};

/** Data of your own. It stays in the log, and no model gets it. */
export type DataPart = { type: `data-${string}`; id?: string; data?: JsonObject[string] };

/** A part of what a user says to an agent. */
export type InputPart =
	| TextPart
	| ImagePart
	| FilePart
	| ImageUrlPart
	| InputTextPart
	| InputImagePart
	| InputFilePart
	| InputAudioPart
	| DocumentPart
	| DataPart;

/** What a model thought. It stays in the log, and later prompts leave it out. */
export type ReasoningPart = { type: "reasoning"; text: string };

/** The words with which a model refused, as OpenAI tells them apart. Prompts have them as text. */
export type RefusalPart = { type: "refusal"; refusal: string };

/**
 * One part of a message that is more than text; tell them apart by `type`. The log keeps a part as it was given, so messages that
 * came from another system may also hold parts of other types. Leave out those that you do not know.
 */
export type MessagePart = InputPart | ReasoningPart | RefusalPart;
