import type { LanguageModelV4, LanguageModelV4FilePart } from "@ai-sdk/provider";
import { HoldfastError } from "../error/index.ts";
import type { MessageContent } from "../event/index.ts";
import type { Prompt } from "../model/index.ts";
import { checkUrl, type NetworkPolicy } from "../network/index.ts";
import { fileAsText, partsOf, type UserPart, userContent } from "./context/prompt-parts.ts";
import { fetchFile } from "./fetch-file.ts";

/** How much is fetched for one prompt, in bytes. */
const MAX_FETCHED = 20 * 1024 * 1024;

type Supported = Awaited<LanguageModelV4["supportedUrls"]>;

/** Whether the provider fetches the address itself. */
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

/** Refuses addresses that would have to be fetched here and may not be, before anything is written. */
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
	/** Where the run's own message is: files before it may be left out. */
	newest: number;
}

/**
 * Puts files into the prompt that are there by their address, where the model's provider does not fetch addresses. What cannot
 * be fetched fails the run that brought it, and is replaced by a word about it in later ones.
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
	// The newest first: what is said now matters more than what was.
	for (let i = prompt.length - 1; i >= 0; i--) {
		const message = prompt[i];
		if (message?.role !== "user" || !message.content.some((part) => isToFetch(part, supported))) continue;
		const content: UserPart[] = [];
		for (const part of message.content) content.push(await inline(part, i >= newest));
		prompt[i] = { ...message, content };
	}
}

/** What the message says of a file counts; where it says nothing certain, what the server says. */
function typeOf(said: string, served: string | undefined): string {
	if (served === undefined || (said.includes("/") && said !== "application/octet-stream")) return said;
	return said === "image" && !served.startsWith("image/") ? said : served;
}
