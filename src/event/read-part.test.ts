import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { INPUT_TYPES, type PlainFile, type PlainPart, readPart } from "./read-part.ts";

const PNG = "iVBORw0KGgo=";
const URL_OF_CAT = "https://example.com/cat.png";

const file = (given: Partial<PlainFile>): PlainFile => ({
	type: "file",
	isImage: false,
	source: { data: PNG },
	mediaType: undefined,
	filename: undefined,
	detail: undefined,
	...given,
});
const image = (given: Partial<PlainFile> = {}): PlainFile => file({ isImage: true, ...given });
const text = (said: string): PlainPart => ({ type: "text", text: said });
const byUrl = { source: { url: URL_OF_CAT } };
const png = { mediaType: "image/png" };

describe("readPart", () => {
	it.each<[string, { type: string; [key: string]: unknown }, PlainPart[]]>([
		["text", { type: "text", text: "a" }, [text("a")]],
		["empty text", { type: "text", text: " " }, []],
		["our image by URL", { type: "image", url: URL_OF_CAT }, [image(byUrl)]],
		["our image as base64", { type: "image", data: PNG, mediaType: "image/png" }, [image(png)]],
		["our image as data URL", { type: "image", url: `data:image/png;base64,${PNG}` }, [image(png)]],
		[
			"our file",
			{ type: "file", data: PNG, mediaType: "application/pdf", filename: "a.pdf" },
			[file({ mediaType: "application/pdf", filename: "a.pdf" })],
		],
		[
			"base64 on several lines, in letters for URLs",
			{ type: "image", data: "ab-_\ncd==" },
			[image({ source: { data: "ab+/cd==" } })],
		],
		[
			"a data URL without base64",
			{ type: "file", url: "data:text/plain,a%20b" },
			[file({ source: { data: "YSBi" }, mediaType: "text/plain" })],
		],
		[
			"a media type with parameters",
			{ type: "file", data: PNG, mediaType: "Text/Plain; charset=utf-8" },
			[file({ mediaType: "text/plain" })],
		],
		["AI SDK: image", { type: "image", image: PNG }, [image()]],
		[
			"AI SDK: UI file",
			{ type: "file", url: URL_OF_CAT, mediaType: "image/png" },
			[image({ ...byUrl, ...png })],
		],
		[
			"AI SDK: file with tagged data",
			{ type: "file", data: { type: "data", data: PNG }, mediaType: "image/png" },
			[image(png)],
		],
		[
			"AI SDK: file with tagged URL",
			{ type: "file", data: { type: "url", url: URL_OF_CAT }, mediaType: "image/png" },
			[image({ ...byUrl, ...png })],
		],
		[
			"OpenAI: image_url",
			{ type: "image_url", image_url: { url: URL_OF_CAT, detail: "low" } },
			[image({ ...byUrl, detail: "low" })],
		],
		[
			"OpenAI: image_url as text",
			{ type: "image_url", image_url: `data:image/png;base64,${PNG}` },
			[image(png)],
		],
		[
			"OpenAI: file",
			{ type: "file", file: { filename: "a.pdf", file_data: `data:application/pdf;base64,${PNG}` } },
			[file({ mediaType: "application/pdf", filename: "a.pdf" })],
		],
		["OpenAI: input_text", { type: "input_text", text: "a" }, [text("a")]],
		[
			"OpenAI: input_image",
			{ type: "input_image", image_url: URL_OF_CAT, detail: "auto" },
			[image({ ...byUrl, detail: "auto" })],
		],
		["OpenAI: input_file by URL", { type: "input_file", file_url: URL_OF_CAT }, [file(byUrl)]],
		[
			"OpenAI: input_audio",
			{ type: "input_audio", input_audio: { data: PNG, format: "mp3" } },
			[file({ mediaType: "audio/mpeg" })],
		],
		["OpenAI: output_text", { type: "output_text", text: "a" }, [text("a")]],
		["OpenAI: refusal", { type: "refusal", refusal: "no" }, [text("no")]],
		[
			"Anthropic: image",
			{ type: "image", source: { type: "base64", media_type: "image/png", data: PNG } },
			[image(png)],
		],
		["Anthropic: image by URL", { type: "image", source: { type: "url", url: URL_OF_CAT } }, [image(byUrl)]],
		[
			"Anthropic: PDF",
			{ type: "document", title: "A", source: { type: "base64", media_type: "application/pdf", data: PNG } },
			[file({ mediaType: "application/pdf", filename: "A" })],
		],
		[
			"Anthropic: PDF by URL",
			{ type: "document", source: { type: "url", url: "https://e.com/a" } },
			[file({ source: { url: "https://e.com/a" }, mediaType: "application/pdf" })],
		],
		[
			"Anthropic: text document",
			{
				type: "document",
				title: "A",
				context: "C",
				source: { type: "text", media_type: "text/plain", data: "t" },
			},
			[text("C"), text("A\n\nt")],
		],
		[
			"Anthropic: document of parts",
			{
				type: "document",
				source: {
					type: "content",
					content: [
						{ type: "text", text: "t" },
						{ type: "image", source: { type: "url", url: URL_OF_CAT } },
					],
				},
			},
			[text("t"), image(byUrl)],
		],
		[
			"LangChain: image",
			{ type: "image", source_type: "base64", data: PNG, mime_type: "image/png" },
			[image(png)],
		],
		["what a model thought", { type: "thinking", thinking: "hm" }, []],
		["data of the application", { type: "data-order", data: { id: 1 } }, []],
	])("ME3: %s is read", (_, part, expected) => {
		expect(readPart(part)).toEqual({ parts: expected });
	});

	it.each<[string, { type: string; [key: string]: unknown }, string]>([
		["an unknown type", { type: "video_url", video_url: {} }, 'unknown type: "video_url"'],
		["a type named like a member of Object", { type: "constructor" }, "unknown type"],
		["an image without content", { type: "image", url: "" }, "has no content"],
		["bytes", { type: "image", image: Uint8Array.of(1) }, "is not text"],
		["another scheme", { type: "image", url: "file:///etc/passwd" }, "http(s) URL"],
		["a script", { type: "image", url: "javascript:alert(1)" }, "http(s) URL"],
		["no base64", { type: "file", data: "hello, world!" }, "base64"],
		["a broken data URL", { type: "file", url: "data:text/plain,%E0%A4%A" }, "data URL"],
		["an odd media type", { type: "file", data: PNG, mediaType: "image/png\r\nx" }, "media type"],
		["OpenAI: a stored file", { type: "file", file: { file_id: "file-1" } }, "stored at a provider"],
		["OpenAI: a stored image", { type: "input_image", file_id: "file-1" }, "stored at a provider"],
		[
			"Anthropic: a stored file",
			{ type: "document", source: { type: "file", file_id: "f" } },
			"stored at a provider",
		],
		[
			"AI SDK: a stored file",
			{ type: "file", data: { type: "reference", reference: {} } },
			"stored at a provider",
		],
		["a document without source", { type: "document" }, "source"],
		["text that is none", { type: "text", text: 7 }, "`text`"],
	])("ME3: %s cannot be sent, and it is said why", (_, part, why) => {
		expect(readPart(part)).toMatchObject({ why: expect.stringContaining(why) });
	});

	it("ME3: whatever a part holds, reading it gives parts or says why not, and no id of a stored file comes through", () => {
		const type = fc.constantFrom(...INPUT_TYPES, "refusal", "x");
		const value = fc.oneof(fc.string(), fc.jsonValue(), fc.constant("file-abc123"));
		const members = fc.dictionary(
			fc.constantFrom(
				"text",
				"url",
				"data",
				"image",
				"source",
				"file",
				"image_url",
				"input_audio",
				"mediaType",
			),
			fc.oneof(
				value,
				fc.dictionary(fc.constantFrom("type", "url", "data", "media_type", "file_data"), value),
			),
		);
		fc.assert(
			fc.property(type, members, (type, given) => {
				const read = readPart({ ...given, type });
				if (!read.parts) expect(read.why).not.toBe("");
				for (const part of read.parts ?? []) {
					if (part.type === "text") continue;
					if ("data" in part.source) expect(part.source.data).toMatch(/^[A-Za-z0-9+/]*=*$/);
					else expect(part.source.url).toMatch(/^https?:\/\//);
				}
			}),
		);
	});
});
