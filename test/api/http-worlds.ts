import { createClient } from "../../src/client/index.ts";
import { type Holdfast, memoryStore, type Store } from "../../src/index.ts";
import { type HoldfastServer, type ServeOptions, serve } from "../../src/server/index.ts";
import { sqliteWorlds } from "./sqlite-worlds.ts";
import type { Backend, OpenOptions, World } from "./world.ts";

const ADMIN_KEY = "root-key-of-the-tests";

const SERVER = { port: 0, drainMs: 1_000 };

/** A real server for each set of options, all on one store, and clients with a key of their tenant. */
export function httpWorld(store: Store, cleanUp: () => Promise<void> = async () => {}): World {
	const servers = new Map<string, Promise<HoldfastServer>>();
	const clients: Holdfast[] = [];
	/** What an instance could choose, a server chooses for those who call it. */
	const serverOf = (options: ServeOptions): Promise<HoldfastServer> => {
		const key = JSON.stringify(options);
		let server = servers.get(key);
		if (!server) {
			server = serve({ ...options, store, ...SERVER, adminKey: ADMIN_KEY });
			servers.set(key, server);
		}
		return server;
	};
	const keyOf = async (url: string, tenant: string): Promise<string> => {
		const root = createClient({ url, apiKey: ADMIN_KEY, tenant });
		const { key } = await root.keys.create({ scope: "admin" });
		await root.close();
		return key;
	};
	return {
		store,
		async connect({ tenant = "default", ...options }) {
			const server = await serve({ store, ...options, ...SERVER, adminKey: ADMIN_KEY });
			const { url } = server;
			const hf = createClient({ url, apiKey: await keyOf(url, tenant) });
			const close = async (how?: { cancel?: boolean }): Promise<void> => {
				await hf.close(how);
				await server.close();
			};
			return { ...hf, close, [Symbol.asyncDispose]: () => close() };
		},
		async open({ tenant = "default", retention }: OpenOptions = {}) {
			const { url } = await serverOf(retention === undefined ? {} : { retention });
			const hf = createClient({ url, apiKey: await keyOf(url, tenant) });
			clients.push(hf);
			return hf;
		},
		async end() {
			await Promise.all(clients.map((hf) => hf.close({ cancel: true })));
			const opened = await Promise.allSettled(servers.values());
			await Promise.all(opened.map((server) => server.status === "fulfilled" && server.value.close()));
			await cleanUp();
		},
	};
}

const BEHIND = "a server does what it is to do between two requests: the job that is looked for is done";

const ABORTED =
	"an abort from inside the run itself takes a moment to the server; by then the run may be over";

const CODE = "an extractor is code, which cannot be sent to a server: refused with capability_missing";

/** What cannot be seen, or cannot be, from the other side of a server. */
export const skips: Readonly<Record<string, string>> = {
	"ID6 jobs, webhook cursors and idempotency keys follow the session": BEHIND,
	"ID6 merge carries jobs, a webhook cursor at its new offset, and idempotency keys": BEHIND,
	"a signal aborted while the tools are looked up: cancelled, no model called": ABORTED,
	"are shared by steps, tools and sub-agents, and gone after the run (cancel)": ABORTED,
	"a reply survives the cancellation and the failure of its run (AG6)": ABORTED,
	"a sub-agent that fails is a result to its caller; the caller's cancellation cancels it": ABORTED,
	"a run that is cancelled while it sums up is cancelled": ABORTED,
	"also when the run fails, is refused, or is cancelled": ABORTED,
	"a callback tells of failures and cancellations too; with a session everything is kept": ABORTED,
	"with another one it says what would change, and with dryRun changes nothing": CODE,
	"applied it is as it said: what was written or pinned stays, the rest is what the log says now": CODE,
	"other words for the same fact are a new wording: the one before is still read by its number (AG9)": CODE,
	"nobody else's facts are touched; a memory of everybody rebuilds all": CODE,
	"what was not consolidated yet is left for its end": CODE,
	"facts from what retention has removed stay: they cannot be derived again (SE12)": CODE,
	"what is consolidated while it is rebuilt stays": CODE,
	"what is erased while it is rebuilt does not come back: it is refused, and can be called again (ER1)": CODE,
	"of a run that was refused is its error":
		"what a server refuses is its answer: there is no stream to read again",
};

export const httpMemoryWorlds: Backend = {
	name: "client of a server, in memory",
	skips,
	create: async () => httpWorld(memoryStore()),
};

export const httpSqliteWorlds: Backend = {
	name: "client of a server, on a SQLite file",
	skips,
	async create() {
		const { store, end } = await sqliteWorlds.create();
		return httpWorld(store, end);
	},
};
