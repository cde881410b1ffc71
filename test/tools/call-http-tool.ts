import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { expect } from "vitest";
import { type HttpToolSpec, httpTool } from "../../src/agent/tools/index.ts";
import { readBody, startServer } from "./start-server.ts";
import { toolContext } from "./tool-context.ts";

interface Seen {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
}

/** A server that keeps what it was asked and answers 200 `{"ok":true}`. */
export async function recorder(): Promise<{ url: string; seen: Seen[] }> {
	const seen: Seen[] = [];
	const { url } = await startServer(async (request, response) => {
		const { method = "", url: path = "", headers } = request;
		seen.push({ method, path, headers, body: await readBody(request) });
		response.setHeader("content-type", "application/json").end('{"ok":true}');
	});
	return { url, seen };
}

/** Checks and executes, as a run does. */
export async function call(
	spec: Omit<HttpToolSpec, "name">,
	input: unknown,
	signal?: AbortSignal,
): Promise<unknown> {
	const tool = httpTool({ name: "t", ...spec });
	return tool.execute(tool.check(input), toolContext(signal));
}

/** Calls a server that answers like this. */
export async function answerOf(
	listener: RequestListener,
	spec: Partial<HttpToolSpec> = {},
): Promise<unknown> {
	const { url } = await startServer(listener);
	return call({ url: `${url}/x`, ...spec }, {});
}

export const failure = async (promise: Promise<unknown>): Promise<Error> => {
	try {
		await promise;
	} catch (error) {
		if (error instanceof Error) return error;
	}
	return expect.unreachable("should have failed");
};
