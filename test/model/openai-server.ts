import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { findChatFlaw, findResponsesFlaw, type StoredItem } from "./openai-rules.ts";
import {
	chatBody,
	chatEvents,
	type OpenAiAnswer,
	type Reply,
	replyOf,
	responsesBody,
	responsesEvents,
	type StreamEvent,
	storedItems,
} from "./openai-wire.ts";

export type { OpenAiAnswer } from "./openai-wire.ts";

/** A request as the server got it. */
export interface OpenAiRequest {
	/** How many requests there were before. */
	index: number;
	api: "chat" | "responses";
	/** Whether a stream is asked for. */
	stream: boolean;
	body: Readonly<Record<string, unknown>>;
	authorization: string | undefined;
	/** Why the request was refused by OpenAI's rules. The script is not asked then. */
	flaw: string | undefined;
	/** Resolves when the client has gone before the answer was complete. */
	abandoned: Promise<void>;
}

/** An answer for each request in turn, or a function that makes them. */
export type OpenAiScript =
	| readonly (string | OpenAiAnswer)[]
	| ((request: OpenAiRequest) => string | OpenAiAnswer | Promise<string | OpenAiAnswer>);

export interface OpenAiServer {
	/** For `createOpenAI({ baseURL, apiKey })`. */
	readonly baseURL: string;
	readonly requests: readonly OpenAiRequest[];
	close(): Promise<void>;
}

/**
 * A server on this machine that speaks OpenAI's wire format: `/chat/completions` and `/responses`, as JSON and as a
 * stream. It answers what the script says, and refuses with 400 what OpenAI refuses (see openai-rules.ts), with 401 a key
 * other than `apiKey`. A script that is over answers 400 too, so that nothing is tried again.
 *
 * ```ts
 * const server = await startOpenAiServer({ script: [{ toolCalls: [{ name: "look" }] }, "Here it is."] });
 * const openai = createOpenAI({ baseURL: server.baseURL, apiKey: "test" });
 * // openai("gpt-x") speaks to /responses, openai.chat("gpt-x") to /chat/completions
 * ```
 */
export async function startOpenAiServer(options: {
	script: OpenAiScript;
	apiKey?: string;
}): Promise<OpenAiServer> {
	const requests: OpenAiRequest[] = [];
	const stored = new Map<string, StoredItem>();
	let answered = 0;

	const answerTo = async (request: OpenAiRequest): Promise<OpenAiAnswer> => {
		if (options.apiKey !== undefined && request.authorization !== `Bearer ${options.apiKey}`) {
			return failure(
				401,
				`Incorrect API key provided: ${request.authorization?.slice(7)}.`,
				"invalid_api_key",
			);
		}
		if (request.flaw !== undefined) return failure(400, request.flaw, "invalid_request_error");
		const { script } = options;
		const given = typeof script === "function" ? await script(request) : script[answered++];
		if (given === undefined)
			return failure(400, `the script has no answer to request ${request.index}`, "script_over");
		return typeof given === "string" ? { text: given } : given;
	};

	const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
		const body = await readBody(incoming);
		const api = apiOf(incoming.url);
		if (!api) return sendJson(response, 404, { error: { message: `Invalid URL (${incoming.url})` } });
		const request: OpenAiRequest = {
			index: requests.length,
			api,
			stream: body.stream === true,
			body,
			authorization: incoming.headers.authorization,
			flaw: api === "chat" ? findChatFlaw(body) : findResponsesFlaw(body, stored),
			abandoned: new Promise((resolve) => {
				response.once("close", () => {
					if (!response.writableFinished) resolve();
				});
			}),
		};
		requests.push(request);
		const answer = await answerTo(request);
		await answer.before?.();
		if (answer.status !== undefined) {
			sendJson(response, answer.status, { error: answer.error ?? { message: "failed" } }, answer.headers);
			return;
		}
		const reply = replyOf(answer, request.index, String(body.model));
		for (const [id, item] of storedItems(reply)) stored.set(id, item);
		if (request.stream)
			await sendStream(response, answer, api === "chat" ? chatEvents(reply) : responsesEvents(reply));
		else sendWhole(response, answer, api, reply);
	};

	const server = createServer((incoming, response) => {
		serve(incoming, response).catch((error: unknown) => {
			if (response.headersSent) response.destroy();
			else sendJson(response, 400, { error: { message: `the script failed: ${error}` } });
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		requests,
		close: () =>
			new Promise((resolve, reject) => {
				server.close((error) => (error ? reject(error) : resolve()));
				server.closeAllConnections();
			}),
	};
}

const failure = (status: number, message: string, code: string): OpenAiAnswer => ({
	status,
	error: { message, code, type: "invalid_request_error" },
});

function apiOf(url: string | undefined): OpenAiRequest["api"] | undefined {
	if (url === "/v1/chat/completions") return "chat";
	return url === "/v1/responses" ? "responses" : undefined;
}

async function readBody(incoming: IncomingMessage): Promise<Record<string, unknown>> {
	let text = "";
	for await (const chunk of incoming.setEncoding("utf8")) text += chunk;
	return JSON.parse(text || "{}");
}

function sendJson(
	response: ServerResponse,
	status: number,
	body: object,
	headers: OpenAiAnswer["headers"] = {},
): void {
	response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

function sendWhole(
	response: ServerResponse,
	answer: OpenAiAnswer,
	api: OpenAiRequest["api"],
	reply: Reply,
): void {
	const body = api === "chat" ? chatBody(reply) : responsesBody(reply);
	if (answer.cutAfter === undefined) {
		sendJson(response, 200, body, answer.headers);
		return;
	}
	const text = JSON.stringify(body);
	response.writeHead(200, { "content-type": "application/json", "content-length": text.length });
	response.write(text.slice(0, text.length / 2), () => response.destroy());
}

async function sendStream(
	response: ServerResponse,
	answer: OpenAiAnswer,
	events: Iterable<StreamEvent>,
): Promise<void> {
	response.writeHead(200, { "content-type": "text/event-stream", ...answer.headers });
	let sent = 0;
	for (const { data, piece } of events) {
		if (piece !== undefined) {
			if (sent === answer.cutAfter) return void response.destroy();
			await answer.between?.(piece);
			sent++;
		}
		if (response.destroyed) return;
		// As an event of its own: what the client gets first must not wait for what comes later.
		await new Promise<void>((resolve) => {
			response.write(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`, () => resolve());
		});
	}
	if (sent === answer.cutAfter) response.destroy();
	else response.end();
}
