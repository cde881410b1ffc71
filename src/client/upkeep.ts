import type { About } from "../about.ts";
import type { KeyInfo, Keys, Tokens } from "../access/access.ts";
import type { Holdfast } from "../interface.ts";
import type { Job, Jobs } from "../job/jobs.ts";
import type { Spaces } from "../memory/spaces.ts";
import type { AgentOverview } from "../overview.ts";
import type { Webhooks } from "../webhook/webhooks.ts";
import { bodyOf, idAddress, optionsOf, pathPart, type QuerySpec, queryOf } from "./checks.ts";
import { sessionQuery } from "./session-query.ts";
import type { Transport } from "./transport.ts";

/*
 * What those do who operate a server: memories that agents share, work behind the answers, deliveries, keys and tokens.
 */

export function createSpaces({ send }: Transport): Spaces {
	return {
		list: async () => (await send<{ items: never[] }>({ method: "GET", path: "/v1/spaces" })).items,
		delete: async (name) => {
			const { part, query } = idAddress(name, "space");
			return send({ method: "DELETE", path: `/v1/spaces/${part}`, query, long: true });
		},
	};
}

const STATUS: QuerySpec = { status: { sort: "text" }, limit: { sort: "integer" } };

export function createJobs({ send }: Transport): Jobs {
	const job = (id: unknown): string => `/v1/jobs/${pathPart(id, "job id")}`;
	return {
		list: async (options) => {
			const query = queryOf(options, STATUS, "list options");
			return (await send<{ items: Job[] }>({ method: "GET", path: "/v1/jobs", query })).items;
		},
		retry: async (id) => send({ method: "POST", path: `${job(id)}/retry` }),
		drop: async (id) => send({ method: "DELETE", path: job(id) }),
	};
}

export function createWebhooks({ send }: Transport): Webhooks {
	return {
		list: async (options) => {
			const query = queryOf(options, { ...STATUS, cursor: { sort: "text" } }, "list options");
			return send({ method: "GET", path: "/v1/webhooks", query });
		},
		retry: async (ref, options) => {
			const body = bodyOf(optionsOf(options, "options"));
			return send({ method: "POST", path: "/v1/webhooks/retry", query: sessionQuery(ref), body });
		},
		secret: async () => send({ method: "GET", path: "/v1/webhooks/secret" }),
		rotateSecret: async (options) => {
			const body = bodyOf(optionsOf(options, "options"));
			return send({ method: "POST", path: "/v1/webhooks/secret/rotate", body });
		},
	};
}

export function createKeys({ send }: Transport): Keys {
	return {
		create: async (options) => {
			const body = bodyOf(optionsOf(options ?? null, "key"));
			return send({ method: "POST", path: "/v1/keys", body });
		},
		list: async () => (await send<{ items: KeyInfo[] }>({ method: "GET", path: "/v1/keys" })).items,
		revoke: async (id) => send({ method: "DELETE", path: `/v1/keys/${pathPart(id, "key id")}` }),
	};
}

export function createTokens({ send }: Transport): Tokens {
	return {
		create: async (options) => {
			const body = bodyOf(optionsOf(options ?? null, "token"));
			return send({ method: "POST", path: "/v1/tokens", body });
		},
	};
}

/** What concerns the whole tenant. */
export function createUpkeep({
	send,
}: Transport): Pick<
	Holdfast,
	"about" | "overview" | "sweep" | "erase" | "compact" | "reembed" | "doctor" | "idle"
> {
	const post = <T>(path: string, body?: string): Promise<T> =>
		send({ method: "POST", path: `/v1/${path}`, body, long: true });
	return {
		about: async () => send<About>({ method: "GET", path: "/v1/about" }),
		overview: async () =>
			(await send<{ items: AgentOverview[] }>({ method: "GET", path: "/v1/overview" })).items,
		sweep: async (options) => post("sweep", bodyOf(optionsOf(options, "options"))),
		erase: async (scope) => post("erase", bodyOf(optionsOf(scope ?? null, "scope"))),
		compact: async () => post("compact"),
		reembed: async () => post("reembed"),
		doctor: async () => send({ method: "GET", path: "/v1/doctor" }),
		idle: async () => post("idle"),
	};
}
