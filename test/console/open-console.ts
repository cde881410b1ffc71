import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../src/client/index.ts";
import type { Holdfast } from "../../src/index.ts";
import { type HoldfastServer, type ServeOptions, serve } from "../../src/server/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";

export const ADMIN_KEY = "console-test-admin-key";

export interface OpenConsole {
	/** Where the console is. */
	readonly url: string;
	/** The server's own key, over HTTP. */
	readonly hf: Holdfast;
	/** Stops the server and starts it again on the same port and file. */
	restart(): Promise<void>;
	stop(): Promise<void>;
	start(): Promise<void>;
	close(): Promise<void>;
}

/** A real server on a SQLite file, with a key unless `open`. */
export async function openConsole({
	open = false,
	...options
}: ServeOptions & { open?: boolean } = {}): Promise<OpenConsole> {
	const folder = mkdtempSync(join(tmpdir(), "holdfast-console-"));
	const begin = (port: number): Promise<HoldfastServer> =>
		serve({
			store: sqlite(join(folder, "holdfast.db")),
			port,
			drainMs: 0,
			...(!open && { adminKey: ADMIN_KEY }),
			...options,
		});
	let server = await begin(0);
	const { url, port } = server;
	const hf = createClient({ url, ...(!open && { apiKey: ADMIN_KEY }) });
	const stop = (): Promise<void> => server.close();
	const start = async (): Promise<void> => {
		server = await begin(port);
	};
	return {
		url,
		hf,
		stop,
		start,
		restart: async () => {
			await stop();
			await start();
		},
		close: async () => {
			await hf.close();
			await server.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
