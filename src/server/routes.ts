import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import { HoldfastError } from "../error/index.ts";
import type { Prepared } from "./prepare-operation.ts";
import { HttpError } from "./send/error-answer.ts";

type Params = Readonly<Record<string, string>>;

/** The operation of a request, and its path parameters. */
export interface Route {
	readonly prepared: Prepared;
	readonly params: Params;
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const NO_PARAMS: Params = {};

/**
 * Paths without parameters are looked up directly and take precedence: `/v1/facts/from` is not a fact. The others
 * are found by the routers of Hono. Paths are used as sent; parameters are decoded one by one.
 */
export function createRoutes(operations: readonly Prepared[]): (method: string, path: string) => Route {
	const fixed = new Map<string, Map<string, Route>>(METHODS.map((method) => [method, new Map()]));
	const router = new SmartRouter<Prepared>({ routers: [new RegExpRouter(), new TrieRouter()] });
	for (const prepared of operations) {
		const { method, path } = prepared.operation;
		if (prepared.hasParams) router.add(method, path, prepared);
		else fixed.get(method)?.set(path, { prepared, params: NO_PARAMS });
	}
	const find = (method: string, path: string): Route | undefined => {
		const known = fixed.get(method)?.get(path);
		if (known) return known;
		const [[first] = [], values] = router.match(method, path);
		if (!first) return undefined;
		const [prepared, found] = first;
		// A router returns the parameters themselves, or their positions among the values.
		const params = Object.entries(found).map(([name, value]) => [
			name,
			decodeURIComponent(typeof value === "number" ? (values?.[value] ?? "") : value),
		]);
		return { prepared, params: Object.fromEntries(params) };
	};
	return (method, path) => {
		const route = find(method === "HEAD" ? "GET" : method, path);
		if (route) return route;
		const allowed = METHODS.filter((other) => find(other, path)).join(", ");
		if (allowed === "") throw new HoldfastError("not_found", `there is no ${method} ${path}; see /v1/docs`);
		const wrong = new HoldfastError("invalid", `${path} accepts ${allowed}, not ${method}`);
		throw new HttpError(wrong, 405, { allow: allowed });
	};
}
