import { createServer } from "node:net";
import { HoldfastError } from "../../../error/index.ts";

export const USUAL_PORT = 4747;
/** Whoever has started more servers than this wants to know. */
const TRIES = 20;

/** The first port from `first` on that nothing listens at. */
export async function findPort(host: string, first: number = USUAL_PORT): Promise<number> {
	for (let port = first; port < first + TRIES; port++) if (await isFree(host, port)) return port;
	const last = first + TRIES - 1;
	throw new HoldfastError("unavailable", `ports ${first} to ${last} are taken; name another one with --port`);
}

function isFree(host: string, port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		// Whatever else is wrong with the address, the server says better.
		server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "EADDRINUSE"));
		server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
	});
}
