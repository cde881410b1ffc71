import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { messageReader, type WireMessage } from "../server/wire-messages.ts";

/*
 * Stands between a client and the server, and breaks a connection at the worst moment:
 *
 *   question   what the client sends never arrives
 *   answer     the server has done it, and nobody hears of it
 *   both       it arrives, and the connection is gone before there is an answer; the server is still at it
 */
export type Lost = "question" | "answer" | "both";

export interface Cut {
	/** Stands in what the client sends; of no other connection. */
	marker: string;
	/** Where on that connection: at the message with the marker, or at the end of its transaction. */
	at: "message" | "commit";
	lost: Lost;
}

export interface CuttingProxy {
	/** The same database, through the proxy. */
	url: string;
	/** Arms it, once. Resolves when a connection was cut. */
	cut(cut: Cut): Promise<void>;
	/** Breaks all connections, and takes no more until it is resumed. */
	stop(): void;
	resume(): void;
	close(): Promise<void>;
}

const isCommit = ({ type, body }: WireMessage): boolean =>
	type === "Q" && body.toString().startsWith("COMMIT");
/** Messages that the server answers with a ready. */
const isAnswered = ({ type }: WireMessage): boolean => type === "Q" || type === "S";

export async function startCuttingProxy(url: string): Promise<CuttingProxy> {
	const behind = new URL(url);
	const sockets = new Set<Socket>();
	let armed: (Cut & { done: () => void }) | undefined;
	let stopped = false;

	const serve = (client: Socket): void => {
		if (stopped) {
			client.destroy();
			return;
		}
		const server = connect(Number(behind.port), behind.hostname);
		const fromClient = messageReader("client");
		const fromServer = messageReader("server");
		let unanswered = 0;
		let isMarked = false;
		/** Nothing goes back any more. */
		let isMute: (() => void) | undefined;
		const destroy = (): void => {
			client.destroy();
			server.destroy();
		};
		const end = (done: () => void): void => {
			destroy();
			done();
		};
		/** Whether the connection is to be cut at this message. */
		const meets = (message: WireMessage): boolean => {
			if (!armed) return false;
			const marks = message.bytes.includes(armed.marker);
			isMarked ||= marks;
			return armed.at === "message" ? marks : isMarked && isCommit(message);
		};
		const forward = (message: WireMessage): void => {
			if (isAnswered(message)) unanswered += 1;
			server.write(message.bytes);
		};
		const received = (message: WireMessage): void => {
			const cut = meets(message) ? armed : undefined;
			if (cut) armed = undefined;
			if (cut?.lost === "question") end(cut.done);
			else {
				if (cut) isMute = cut.done;
				forward(message);
			}
		};
		for (const socket of [client, server]) {
			sockets.add(socket);
			socket.setNoDelay(true);
			socket.on("error", () => undefined); // closes
			socket.on("close", () => {
				sockets.delete(socket);
				destroy();
			});
		}
		client.on("data", (chunk) => {
			const lost = armed?.lost;
			for (const message of fromClient(chunk)) received(message);
			// All that came along is on its way when the connection goes.
			if (isMute && lost === "both") server.write("", () => server.end(() => client.destroy()));
			if (isMute && lost === "both") isMute();
		});
		server.on("data", (chunk) => {
			for (const message of fromServer(chunk)) {
				if (message.type === "Z") unanswered -= 1;
				if (!isMute) client.write(message.bytes);
				else if (unanswered === 0) end(isMute);
			}
		});
	};

	const listener = createServer(serve);
	listener.listen(0, "127.0.0.1");
	await once(listener, "listening");
	const own = new URL(url);
	own.port = String((listener.address() as AddressInfo).port);
	own.searchParams.set("sslmode", "disable");
	const destroyAll = (): void => {
		for (const socket of sockets) socket.destroy();
	};
	return {
		url: own.href,
		cut: (cut) =>
			new Promise((done) => {
				armed = { ...cut, done };
			}),
		stop() {
			stopped = true;
			destroyAll();
		},
		resume() {
			stopped = false;
		},
		async close() {
			const closed = once(listener, "close");
			listener.close();
			destroyAll();
			await closed;
		},
	};
}
