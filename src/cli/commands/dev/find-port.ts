import { createServer } from "node:net";
import { HoldfastError } from "../../../error/index.ts";

export const USUAL_PORT = 4747;
/** How many ports are tried before the command fails. */
const TRIES = 20;

/** The first free port, starting from `first`. */
export async function findPort(host: string, first: number = USUAL_PORT): Promise<number> {
	for (let port = first; port < first + TRIES; port++) if (await isFree(host, port)) return port;
	const last = first + TRIES - 1;
	throw new HoldfastError(
		"unavailable",
		`ports ${first} to ${last} are in use; choose another one with --port`,
	);
}

function isFree(host: string, port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		// The server reports any other problem with the address.
		server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "EADDRINUSE"));
		server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
	});
}
