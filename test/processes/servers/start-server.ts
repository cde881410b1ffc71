import { type Holdfast, holdfast } from "../../../src/index.ts";
import { type Child, startChild } from "../start-child.ts";
import type { Place } from "../store-at.ts";
import type { ServerCommand, ServerInput, ServerMessage } from "./children/server.ts";

export const ADMIN_KEY = "the-key-of-whoever-runs-these-servers";
export const LEASE_MS = 2_000;

/** A server in a process of its own. */
export interface RemoteServer {
	readonly url: string;
	/** A client of it that may do everything. */
	open(): Promise<Holdfast>;
	/** Lets the slow model say so many words more. */
	allow(words: number): void;
	/** Resolves when the model waits before this word. */
	waits(word: number): Promise<void>;
	close(): Promise<void>;
	kill(): Promise<void>;
}

export async function startServer(
	place: Place,
	given: Partial<Omit<ServerInput, "place">> = {},
): Promise<RemoteServer> {
	const input: ServerInput = { place, adminKey: ADMIN_KEY, leaseMs: LEASE_MS, port: 0, ...given };
	const child: Child<ServerMessage> = startChild("../servers/children/server", input);
	const { url } = (await child.message((message) => "url" in message)) as { url: string };
	const send = (command: ServerCommand): void => child.send(command);
	return {
		url,
		open: () => holdfast({ url, apiKey: input.adminKey }),
		allow: (words) => send({ words }),
		async waits(word) {
			await child.message((message) => "waits" in message && message.waits === word);
		},
		async close() {
			send({ close: true });
			await child.ended();
		},
		kill: () => child.kill(),
	};
}
