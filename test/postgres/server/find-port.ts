import { once } from "node:events";
import { createServer } from "node:net";

/*
 * Below the ports that systems hand out for outgoing connections: a server that is down for a moment shall find its
 * port free when it comes back.
 */
const FIRST = 15_000;
const COUNT = 15_000;

async function isFree(port: number): Promise<boolean> {
	const probe = createServer();
	try {
		probe.listen(port, "127.0.0.1");
		await once(probe, "listening");
		return true;
	} catch {
		return false;
	} finally {
		probe.close();
	}
}

/** A port that nobody listens on at this moment. */
export async function findPort(): Promise<number> {
	for (let attempt = 0; attempt < 100; attempt++) {
		const port = FIRST + Math.floor(Math.random() * COUNT);
		if (await isFree(port)) return port;
	}
	throw new Error("found no free port");
}
