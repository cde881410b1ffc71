import type { About } from "../about.ts";
import type { Keys, Tokens } from "../access/access.ts";
import type { Holdfast } from "../interface.ts";
import type { IdleReport } from "../job/idle-report.ts";
import type { Jobs } from "../job/jobs.ts";
import type { Spaces } from "../memory/spaces.ts";
import type { AgentOverview } from "../overview.ts";
import type { Webhooks } from "../webhook/webhooks.ts";
import type { jobListQuery } from "../wire/job-query.ts";
import type { cursorQuery, QueryNames } from "../wire/query.ts";
import type { subscriptionListQuery } from "../wire/webhook-query.ts";
import { bodyOf, idAddress, optionsOf, pathPart, queryOf, type SpecOf } from "./checks.ts";
import { exportLines } from "./export-lines.ts";
import { tenantImportAsk } from "./import-ask.ts";
import { sessionQuery } from "./session-query.ts";
import type { Transport } from "./transport.ts";

/* For operators of a server: shared memory spaces, jobs, deliveries, keys and tokens. */

const PAGE = { limit: { sort: "integer" }, cursor: { sort: "text" } } satisfies SpecOf<
	QueryNames<typeof cursorQuery>
>;

export function createSpaces({ send }: Transport): Spaces {
	return {
		list: async (options) =>
			send({ method: "GET", path: "/v1/spaces", query: queryOf(options, PAGE, "list options") }),
		delete: async (name) => {
			const { part, query } = idAddress(name, "space");
			return send({ method: "DELETE", path: `/v1/spaces/${part}`, query, long: true });
		},
	};
}

const STATUS = { status: { sort: "text" }, ...PAGE } satisfies SpecOf<QueryNames<typeof jobListQuery>>;

const SUBSCRIPTIONS = {
	agentId: { as: "agent", sort: "id" },
	limit: { sort: "integer" },
	cursor: { sort: "text" },
} satisfies SpecOf<QueryNames<typeof subscriptionListQuery>, "agentId">;

export function createJobs({ send }: Transport): Jobs {
	const job = (id: unknown): string => `/v1/jobs/${pathPart(id, "job id")}`;
	return {
		list: async (options) => {
			const query = queryOf(options, STATUS, "list options");
			return send({ method: "GET", path: "/v1/jobs", query });
		},
		retry: async (id) => send({ method: "POST", path: `${job(id)}/retry` }),
		drop: async (id) => send({ method: "DELETE", path: job(id) }),
	};
}

export function createWebhooks({ send }: Transport): Webhooks {
	const subscriptions = "/v1/webhooks/subscriptions";
	return {
		subscribe: async (subscription) => {
			const body = bodyOf(optionsOf(subscription ?? null, "subscription"));
			return send({ method: "POST", path: subscriptions, body });
		},
		subscriptions: async (options) => {
			const query = queryOf(options, SUBSCRIPTIONS, "list options");
			return send({ method: "GET", path: subscriptions, query });
		},
		unsubscribe: async (id) => {
			const { part, query } = idAddress(id, "subscription id");
			return send({ method: "DELETE", path: `${subscriptions}/${part}`, query });
		},
		list: async (options) => {
			const query = queryOf(options, STATUS, "list options");
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
		list: async (options) =>
			send({ method: "GET", path: "/v1/keys", query: queryOf(options, PAGE, "list options") }),
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

/** Operations on the whole tenant. */
export function createUpkeep(
	transport: Transport,
): Pick<
	Holdfast,
	"about" | "overview" | "export" | "import" | "sweep" | "erase" | "compact" | "reembed" | "doctor" | "idle"
> {
	const { send } = transport;
	const post = <T>(path: string, body?: string): Promise<T> =>
		send({ method: "POST", path: `/v1/${path}`, body, long: true });
	return {
		about: async () => send<About>({ method: "GET", path: "/v1/about" }),
		overview: async () =>
			(await send<{ items: AgentOverview[] }>({ method: "GET", path: "/v1/overview" })).items,
		export: () => exportLines(transport, "/v1/export"),
		import: async (source, options) => send(await tenantImportAsk(source, options)),
		sweep: async (options) => post("sweep", bodyOf(optionsOf(options, "options"))),
		erase: async (scope) => post("erase", bodyOf(optionsOf(scope ?? null, "scope"))),
		compact: async () => post("compact"),
		reembed: async () => post("reembed"),
		doctor: async () => send({ method: "GET", path: "/v1/doctor" }),
		idle: async () => post<IdleReport>("idle"),
	};
}
