import type { LanguageModelV4, LanguageModelV4FilePart } from "@ai-sdk/provider";
import { HoldfastError } from "../error/index.ts";
import type { MessageContent } from "../event/index.ts";
import type { Prompt } from "../model/index.ts";
import { checkUrl, type NetworkPolicy } from "../network/index.ts";
import { fileAsText, partsOf, type UserPart, userContent } from "./context/prompt-parts.ts";
import { fetchFile } from "./fetch-file.ts";

/** Maximum number of bytes to fetch for one prompt. */
const MAX_FETCHED = 20 * 1024 * 1024;

type Supported = Awaited<LanguageModelV4["supportedUrls"]>;

/** Whether the provider fetches the URL itself. */
function isSupported(supported: Supported, mediaType: string, url: URL): boolean {
	const [top] = mediaType.split("/", 1);
	return Object.entries(supported).some(
		([pattern, urls]) =>
			["*", "*/*", `${top}/*`, mediaType].includes(pattern) && urls.some((one) => one.test(url.href)),
	);
}

const isToFetch = (
	part: UserPart,
	supported: Supported,
): part is LanguageModelV4FilePart & { data: { type: "url" } } =>
	part.type === "file" && part.data.type === "url" && !isSupported(supported, part.mediaType, part.data.url);

/** Rejects URLs that this process would have to fetch and may not, before anything is written. */
export async function checkFileUrls(
	content: MessageContent,
	model: LanguageModelV4,
	network: NetworkPolicy,
): Promise<void> {
	if (typeof content === "string") return;
	const supported = (await model.supportedUrls) ?? {};
	for (const part of userContent(partsOf(content)))
		if (isToFetch(part, supported)) checkUrl(part.data.url, network);
}

export interface InlineOptions {
	model: LanguageModelV4;
	network: NetworkPolicy;
	signal: AbortSignal;
	/** Index of the run's own message. Files before it may be left out. */
	newest: number;
}

/**
 * Replaces the URL of a file in the prompt with its content, if the model's provider does not fetch the URL
 * itself. If a file cannot be fetched, the run whose message contains it fails. In later runs a short text
 * replaces it.
 */
export async function inlineFiles(
	prompt: Prompt,
	{ model, network, signal, newest }: InlineOptions,
): Promise<void> {
	const supported = (await model.supportedUrls) ?? {};
	let room = MAX_FETCHED;
	const inline = async (part: UserPart, isOwn: boolean): Promise<UserPart> => {
		if (!isToFetch(part, supported)) return part;
		try {
			const { data, bytes, mediaType } = await fetchFile(part.data.url, { network, signal, limit: room });
			room -= bytes;
			return { ...part, data: { type: "data", data }, mediaType: typeOf(part.mediaType, mediaType) };
		} catch (error) {
			if (isOwn || !HoldfastError.isInstance(error)) throw error;
			return fileAsText(part);
		}
	};
	// Newest first: the current message matters more than earlier ones.
	for (let i = prompt.length - 1; i >= 0; i--) {
		const message = prompt[i];
		if (message?.role !== "user" || !message.content.some((part) => isToFetch(part, supported))) continue;
		const content: UserPart[] = [];
		for (const part of message.content) content.push(await inline(part, i >= newest));
		prompt[i] = { ...message, content };
	}
}

/** The media type from the message or, if that is not specific, from the server. */
function typeOf(said: string, served: string | undefined): string {
	if (served === undefined || (said.includes("/") && said !== "application/octet-stream")) return said;
	return said === "image" && !served.startsWith("image/") ? said : served;
}
