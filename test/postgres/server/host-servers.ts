import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { newGuardedFolder } from "./guard-folder.ts";
import { prepareHome, type ServerHome } from "./prepare-home.ts";
import { startServer, type TestServer } from "./start-server.ts";

export interface ServerHost {
	/** Where it answers. */
	address: string;
	/** Stops the shared server and removes what was prepared. */
	close(): Promise<void>;
}

/**
 * Test files run in processes of their own, which come and go. What they share is made here, in the one that outlives
 * them, when the first of them asks: a run that needs no PostgreSQL starts none.
 */
export async function hostServers(): Promise<ServerHost> {
	const cleanUps: (() => Promise<void>)[] = [];
	let home: Promise<ServerHome> | undefined;
	let server: Promise<TestServer> | undefined;

	const makeHome = async (): Promise<ServerHome> => {
		const { folder, release } = await newGuardedFolder();
		cleanUps.push(release);
		return prepareHome(folder);
	};
	const sharedHome = (): Promise<ServerHome> => {
		home ??= makeHome();
		return home;
	};
	const makeServer = async (): Promise<TestServer> => {
		const started = await startServer({ home: await sharedHome() });
		cleanUps.push(() => started.stop());
		return started;
	};
	const answers: Record<string, () => Promise<unknown>> = {
		"/home": sharedHome,
		"/server": async () => {
			server ??= makeServer();
			return { url: (await server).url };
		},
	};

	const listener = createServer(async (request, response) => {
		try {
			const answer = answers[request.url ?? ""];
			if (!answer) throw new Error(`nothing at ${request.url}`);
			response.end(JSON.stringify(await answer()));
		} catch (error) {
			response.statusCode = 500;
			response.end(JSON.stringify(error instanceof Error ? error.message : String(error)));
		}
	});
	listener.listen(0, "127.0.0.1");
	await once(listener, "listening");
	listener.unref();
	const { port } = listener.address() as AddressInfo;
	return {
		address: `http://127.0.0.1:${port}`,
		async close() {
			listener.close();
			listener.closeAllConnections();
			// What is being made has to be finished before it can be taken down.
			await Promise.allSettled([home, server]);
			await Promise.all(cleanUps.map((cleanUp) => cleanUp()));
		},
	};
}
