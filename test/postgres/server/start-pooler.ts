import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { type Backend, type BackendPool, openPool } from "./pooler-backends.ts";
import {
	ENCRYPTION_REQUESTS,
	fatalError,
	messageReader,
	START,
	startupCode,
	startupParameters,
	type WireMessage,
	welcome,
} from "./wire-messages.ts";

/*
 * A pooler in transaction mode, as PgBouncer is when it knows nothing of prepared statements. A client holds a backend
 * from its first message until the server is ready, outside of a transaction, with nothing left to answer:
 *
 *   no backend → waiting → holding → (ready and idle) no backend
 *                          holding → (client gone)    the backend is closed
 *
 * The next transaction gets the backend that has been free the longest, so nearly always another one. Whatever lives
 * in a session, prepared statements, settings, advisory locks, LISTEN, is lost on the way.
 */

export interface PoolerOptions {
	/** The database behind it; also who it logs in as, for all clients. */
	url: string;
	backends: number;
}

export interface PoolerStats {
	clients: number;
	/** How many clients wait for a backend. */
	waiting: number;
	/** How many backends are open. */
	backends: number;
	/** How many have ever been opened. */
	opened: number;
	/** How often a client was given one. */
	handovers: number;
}

export interface TestPooler {
	/** The same database, through the pooler. */
	url: string;
	stats(): PoolerStats;
	stop(): Promise<void>;
}

/** A pooler follows these for a client. It refuses any other: a session that keeps settings is what it cannot give. */
const ACCEPTED: ReadonlySet<string> = new Set([
	"user",
	"database",
	"application_name",
	"client_encoding",
	"datestyle",
	"intervalstyle",
	"standard_conforming_strings",
	"timezone",
]);

const TOLD = {
	server_version: "18.0",
	server_encoding: "UTF8",
	client_encoding: "UTF8",
	DateStyle: "ISO, MDY",
	integer_datetimes: "on",
	standard_conforming_strings: "on",
	TimeZone: "UTC",
};

/** Messages that the server answers with a ready: query, sync, function call. */
const ANSWERED: ReadonlySet<string> = new Set(["Q", "S", "F"]);
/** Messages that wait for a sync: parse, bind, describe, execute, close, flush. */
const UNSYNCED: ReadonlySet<string> = new Set(["P", "B", "D", "E", "C", "H"]);
const PROTOCOL_VIOLATION = "08P01";

/** Why a client is not let in; undefined if it is. */
function refusal(body: Buffer, { username, pathname }: URL): string | undefined {
	if (startupCode(body) !== START) return "unsupported protocol";
	const parameters = startupParameters(body);
	for (const name of parameters.keys()) {
		if (!ACCEPTED.has(name.toLowerCase())) return `unsupported startup parameter: ${name}`;
	}
	const user = parameters.get("user") ?? "";
	if (user !== decodeURIComponent(username)) return `no such user: ${user}`;
	const database = parameters.get("database") ?? user;
	if (database !== (decodeURIComponent(pathname.slice(1)) || user)) return `no such database: ${database}`;
	return undefined;
}

/** Serves one client until it is gone. */
function serveClient(socket: Socket, pool: BackendPool, url: URL, id: number, handedOver: () => void): void {
	const read = messageReader("client");
	let backend: Backend | undefined;
	/** What the client sent while it waits for a backend; undefined if it does not wait. */
	let unsent: WireMessage[] | undefined;
	let unanswered = 0;
	let unsynced = false;
	let gone = false;

	const refuse = (text: string): void => {
		if (!socket.writableEnded) socket.end(fatalError(PROTOCOL_VIOLATION, text));
	};
	const forward = (to: Backend, { type, bytes }: WireMessage): void => {
		if (ANSWERED.has(type)) {
			unanswered++;
			unsynced = false;
		} else if (UNSYNCED.has(type)) unsynced = true;
		to.send(bytes);
	};
	const holder = {
		received(message: WireMessage): void {
			if (!socket.writableEnded) socket.write(message.bytes);
			if (message.type !== "Z") return;
			unanswered--;
			if (!backend || unanswered > 0 || unsynced || message.body.toString("latin1") !== "I") return;
			const free = backend;
			backend = undefined;
			pool.release(free);
		},
		lost(): void {
			backend = undefined;
			refuse("server conn crashed?");
		},
	};
	const acquire = async (): Promise<void> => {
		try {
			const given = await pool.acquire(holder);
			if (gone) return pool.release(given);
			handedOver();
			backend = given;
			const messages = unsent ?? [];
			unsent = undefined;
			for (const message of messages) forward(given, message);
		} catch (error) {
			refuse(error instanceof Error ? error.message : String(error));
		}
	};
	const received = (message: WireMessage): void => {
		if (socket.writableEnded) return; // sent off
		if (message.type === "") {
			if (ENCRYPTION_REQUESTS.includes(startupCode(message.body))) {
				socket.write("N");
				return;
			}
			const reason = refusal(message.body, url);
			if (reason) refuse(reason);
			else socket.write(welcome(TOLD, id));
		} else if (message.type === "X") socket.end();
		else if (backend) forward(backend, message);
		else if (unsent) unsent.push(message);
		else {
			unsent = [message];
			void acquire();
		}
	};
	socket.setNoDelay(true);
	socket.on("error", () => undefined); // closes
	socket.on("data", (chunk) => {
		for (const message of read(chunk)) received(message);
	});
	socket.on("close", () => {
		gone = true;
		// It is in the middle of something, or it would have been given back.
		if (backend) pool.discard(backend);
		backend = undefined;
	});
}

/** Starts a pooler in this process. Clients need no password. */
export async function startPooler({ url, backends }: PoolerOptions): Promise<TestPooler> {
	const behind = new URL(url);
	const pool = openPool(url, backends);
	const clients = new Set<Socket>();
	let served = 0;
	let handovers = 0;
	const listener = createServer((socket) => {
		clients.add(socket);
		socket.once("close", () => clients.delete(socket));
		served++;
		serveClient(socket, pool, behind, served, () => {
			handovers++;
		});
	});
	listener.listen(0, "127.0.0.1");
	await once(listener, "listening");
	const own = new URL(url);
	own.hostname = "127.0.0.1";
	own.port = String((listener.address() as AddressInfo).port);
	return {
		url: own.href,
		stats() {
			const { open, opened, waiting } = pool.counts();
			return { clients: clients.size, waiting, backends: open, opened, handovers };
		},
		async stop() {
			const closed = once(listener, "close");
			listener.close();
			for (const socket of clients) socket.destroy();
			pool.close();
			await closed;
		},
	};
}
