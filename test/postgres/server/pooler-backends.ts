import { Socket } from "node:net";
import pg from "pg";
import { messageReader, type WireMessage } from "./wire-messages.ts";

/** Who holds a connection to the server. */
export interface BackendHolder {
	received(message: WireMessage): void;
	/** The server has closed the connection. */
	lost(): void;
}

export interface Backend {
	send(bytes: Buffer): void;
	holder: BackendHolder | undefined;
}

export interface BackendPool {
	/** Resolves when a backend is free; in the order of asking. */
	acquire(holder: BackendHolder): Promise<Backend>;
	/** Gives a backend back as it is: what was set in its session stays set. */
	release(backend: Backend): void;
	/** Closes a backend that is in the middle of something. Another takes its place. */
	discard(backend: Backend): void;
	counts(): { open: number; opened: number; waiting: number };
	close(): void;
}

/** Logs in with `pg`, then takes the connection from it. */
async function logIn(url: string): Promise<Socket> {
	const socket = new Socket();
	const client = new pg.Client({ connectionString: url, ssl: false, stream: () => socket });
	client.on("error", () => undefined); // the rejection tells
	try {
		await client.connect();
	} catch (error) {
		socket.destroy();
		throw error;
	}
	for (const event of ["data", "error", "close"]) socket.removeAllListeners(event);
	return socket;
}

export function openPool(url: string, size: number): BackendPool {
	const sockets = new Map<Backend, Socket>();
	const waiting: { holder: BackendHolder; give: (backend: Backend) => void; fail: (error: Error) => void }[] =
		[];
	/** The one that was given back first is handed out first, so a client goes from backend to backend. */
	const idle: Backend[] = [];
	let opening = 0;
	let opened = 0;
	let closed = false;

	const forget = (backend: Backend): void => {
		sockets.delete(backend);
		const at = idle.indexOf(backend);
		if (at >= 0) idle.splice(at, 1);
	};

	const open = async (): Promise<Backend> => {
		const socket = await logIn(url);
		opened++;
		const backend: Backend = { send: (bytes) => socket.write(bytes), holder: undefined };
		const read = messageReader("server");
		socket.on("error", () => undefined); // closes
		socket.on("data", (chunk) => {
			// What comes while nobody holds it (a notification, say) is for nobody.
			for (const message of read(chunk)) backend.holder?.received(message);
		});
		socket.on("close", () => {
			if (!sockets.has(backend)) return;
			forget(backend);
			backend.holder?.lost();
			serve();
		});
		sockets.set(backend, socket);
		return backend;
	};

	const add = async (): Promise<void> => {
		opening++;
		try {
			idle.push(await open());
		} catch (error) {
			const reason = error instanceof Error ? error : new Error(String(error));
			for (const { fail } of waiting.splice(0)) fail(reason);
		} finally {
			opening--;
		}
		if (closed) for (const socket of sockets.values()) socket.destroy();
		else serve();
	};

	/** Hands out what is free, once all are open: with fewer, a client would meet the same one again. */
	const serve = (): void => {
		if (closed) return;
		while (waiting.length > 0 && sockets.size + opening < size) void add();
		if (opening > 0) return;
		for (let next = waiting[0]; next; next = waiting[0]) {
			const backend = idle.shift();
			if (!backend) return;
			waiting.shift();
			backend.holder = next.holder;
			next.give(backend);
		}
	};

	return {
		acquire(holder) {
			return new Promise((give, fail) => {
				waiting.push({ holder, give, fail });
				serve();
			});
		},
		release(backend) {
			backend.holder = undefined;
			if (sockets.has(backend)) idle.push(backend);
			serve();
		},
		discard(backend) {
			const socket = sockets.get(backend);
			forget(backend);
			backend.holder = undefined;
			socket?.destroy();
			serve();
		},
		counts: () => ({ open: sockets.size, opened, waiting: waiting.length }),
		close() {
			closed = true;
			for (const socket of sockets.values()) socket.destroy();
		},
	};
}
