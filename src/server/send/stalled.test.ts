import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it } from "vitest";
import { Exchange } from "../exchange.ts";
import { sendStream } from "./send-stream.ts";
import { sendText } from "./send-text.ts";

/** Asks and never reads the answer; resolves when the server has let go of it. */
async function askAndStall(answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
	const { promise: letGo, resolve } = Promise.withResolvers<void>();
	const server = createServer((incoming, outgoing) => {
		outgoing.once("close", resolve);
		answer(incoming, outgoing);
	});
	await new Promise<void>((listening) => {
		server.listen(0, "127.0.0.1", listening);
	});
	const caller = connect((server.address() as AddressInfo).port, "127.0.0.1");
	caller.on("error", () => {}).pause();
	caller.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
	await letGo;
	caller.destroy();
	server.close();
}

it("a caller that takes nothing of a long answer is let go", async () => {
	const text = "x".repeat(32 * 1024 * 1024);
	let finished: boolean | undefined;
	await askAndStall((incoming, outgoing) => {
		sendText(new Exchange(incoming, outgoing), 200, {}, text, 50);
		outgoing.once("close", () => {
			finished = outgoing.writableFinished;
		});
	});
	expect(finished).toBe(false);
});

it("a caller that takes nothing of a stream is let go, and the stream with it", async () => {
	let cancelled = false;
	let sent: Promise<void> | undefined;
	const stream = new ReadableStream<Uint8Array>({
		pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
		cancel() {
			cancelled = true;
		},
	});
	await askAndStall((_, outgoing) => {
		sent = sendStream(outgoing, stream, 50);
	});
	await sent;
	expect(cancelled).toBe(true);
});
