import type { JsonObject } from "./json.ts";

/** Text. */
export type TextPart = {
	/** Marks a text part. */
	type: "text";
	/** The text. */
	text: string;
};

/** How Anthropic's parts hold their content. `file` (an id of its Files API) is not accepted. */
export type AnthropicSource =
	| {
			/** Content as base64 text. */
			type: "base64";
			/** For example `image/png`. */
			media_type: string;
			/** The content as base64 text. */
			data: string;
	  }
	| {
			/** Content at an address. */
			type: "url";
			/** An http(s) URL. */
			url: string;
	  }
	| {
			/** Plain text. */
			type: "text";
			/** For example `text/plain`. */
			media_type?: string;
			/** The text. */
			data: string;
	  }
	| {
			/** Content as text or further parts. */
			type: "content";
			/** The text or parts. */
			content: string | (TextPart | ImagePart)[];
	  };

/**
 * An image. Set `url`, `data` or `image` (the AI SDK's name), or Anthropic's `source`. The first three accept an
 * http(s) URL, a data URL or base64 text.
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
	/** Marks an image. */
	type: "image";
	/** An http(s) URL, a data URL or base64 text. */
	url?: string;
	/** An http(s) URL, a data URL or base64 text. */
	data?: string;
	/** The AI SDK's name for the same. */
	image?: string;
	/** Anthropic's form of the same. */
	source?: AnthropicSource;
	/** For example `image/png`. Default: taken from the data URL, the ending of the URL or the first bytes. */
	mediaType?: string;
	/** Name of the file. */
	filename?: string;
};

/**
 * A file: a PDF, audio or an image. Set `url` or `data` (an http(s) URL, a data URL or base64 text), or `file` in
 * the form of OpenAI's chat API. The provider decides which types its model reads.
 */
export type FilePart = {
	/** Marks a file. */
	type: "file";
	/** An http(s) URL, a data URL or base64 text. */
	url?: string;
	/** An http(s) URL, a data URL or base64 text. */
	data?: string;
	/** The form of OpenAI's chat API. */
	file?: { file_data: string; filename?: string };
	/** For example `application/pdf`. */
	mediaType?: string;
	/** Name of the file. */
	filename?: string;
};

/** An image in the form of OpenAI's chat API. */
export type ImageUrlPart = {
	/** Marks the part. */
	type: "image_url";
	/** The URL, or an object with the URL and the level of detail. */
	image_url: string | { url: string; detail?: "auto" | "low" | "high" };
};

/** Text in the form of OpenAI's Responses API. */
export type InputTextPart = {
	/** Marks the part. */
	type: "input_text";
	/** The text. */
	text: string;
};

/** An image in the form of OpenAI's Responses API. The id of a stored file is not accepted. */
export type InputImagePart = {
	/** Marks the part. */
	type: "input_image";
	/** An http(s) URL or a data URL. */
	image_url: string;
	/** The level of detail at which the model reads the image. */
	detail?: "auto" | "low" | "high";
};

/** A file in the form of OpenAI's Responses API. The id of a stored file is not accepted. */
export type InputFilePart = {
	/** Marks the part. */
	type: "input_file";
	/** The content as a data URL or base64 text. */
	file_data?: string;
	/** An http(s) URL. */
	file_url?: string;
	/** Name of the file. */
	filename?: string;
};

/** Audio in the form of OpenAI's APIs: base64 text. */
export type InputAudioPart = {
	/** Marks the part. */
	type: "input_audio";
	/** The audio as base64 text, and its format, e.g. `wav`. */
	input_audio: { data: string; format: string };
};

/** A document in the form of Anthropic's Messages API. */
export type DocumentPart = {
	/** Marks a document. */
	type: "document";
	/** The content of the document. */
	source: AnthropicSource;
	/** Title of the document. */
	title?: string | null;
	/** What the model should know about the document. */
	context?: string | null;
};

/** Data of your own. It stays in the log and is not sent to a model. */
export type DataPart = {
	/** `data-` and a name of your own. */
	type: `data-${string}`;
	/** An id of your own. */
	id?: string;
	/** The data. */
	data?: JsonObject[string];
};

/** One part of a user's input to an agent. */
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

/** The reasoning of a model. It stays in the log and is left out of later prompts. */
export type ReasoningPart = {
	/** Marks reasoning. */
	type: "reasoning";
	/** The reasoning as text. */
	text: string;
};

/** The text with which a model refused, which OpenAI keeps apart from other text. Prompts contain it as text. */
export type RefusalPart = {
	/** Marks a refusal. */
	type: "refusal";
	/** The text of the refusal. */
	refusal: string;
};

/**
 * One part of a message that is more than text; distinguish parts by `type`. The log keeps parts as given, so
 * imported messages can contain parts of other types. Ignore types that you do not know.
 */
export type MessagePart = InputPart | ReasoningPart | RefusalPart;
