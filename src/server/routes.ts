import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import { HoldfastError } from "../error/index.ts";
import type { Exchange } from "./exchange.ts";
import type { Prepared } from "./prepare-operation.ts";
import { HttpError } from "./send/error-answer.ts";

type Params = Readonly<Record<string, string>>;

/** Calls an operation that was found. */
export type Run = (prepared: Prepared, exchange: Exchange, request: Request, params: Params) => Promise<void>;

/** Finds what a request is for, and runs it. */
export type Dispatch = (exchange: Exchange, request: Request, path: string) => Promise<unknown>;

type Env = { Bindings: HttpBindings & { exchange: Exchange; path: string } };

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const NO_PARAMS: Params = {};

/**
 * Paths without parameters are looked up at once, and come first: `/v1/facts/from` is no fact. The others are found by
 * Hono. Paths are taken as they were sent; parameters are decoded one by one.
 */
export function createRoutes(operations: readonly Prepared[], run: Run): Dispatch {
	const fixed = new Map<string, Prepared>();
	const hono = new Hono<Env>({
		getPath: (_request, given) => (given as { env: Env["Bindings"] }).env.path,
	});
	for (const prepared of operations) {
		const { method, path } = prepared.operation;
		if (!prepared.hasParams) fixed.set(`${method} ${path}`, prepared);
		else
			hono.on(method, path, async ({ env: { exchange }, req }) => {
				await run(prepared, exchange, req.raw, req.param());
				return RESPONSE_ALREADY_SENT;
			});
	}
	const isThere = (method: string, path: string): boolean =>
		fixed.has(`${method} ${path}`) || hono.router.match(method, path)[0].length > 0;
	hono.notFound(({ env: { exchange, path } }) => {
		const { method } = exchange.incoming;
		const allowed = METHODS.filter((other) => isThere(other, path)).join(", ");
		if (allowed === "") throw new HoldfastError("not_found", `there is no ${method} ${path}; see /v1/docs`);
		const wrong = new HoldfastError("invalid", `${path} takes ${allowed}, not ${method}`);
		throw new HttpError(wrong, 405, { allow: allowed });
	});
	hono.onError((error) => {
		throw error;
	});
	return async (exchange, request, path) => {
		const { incoming, outgoing } = exchange;
		const method = incoming.method === "HEAD" ? "GET" : incoming.method;
		const known = fixed.get(`${method} ${path}`);
		if (known) return run(known, exchange, request, NO_PARAMS);
		return hono.fetch(request, { incoming, outgoing, exchange, path });
	};
}
