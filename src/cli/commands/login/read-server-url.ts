import { isLoopbackHost } from "../../../server/auth/loopback.ts";
import { serverName } from "../../connect/credentials.ts";
import { UsageError } from "../../usage-error.ts";

/** The address of a server as it is kept. */
export function readServerUrl(text: string): string {
	const url = URL.parse(text);
	if (!url || !/^https?:$/.test(url.protocol)) {
		const meant = URL.parse(`https://${text}`);
		const hint = meant
			? `; did you mean ${isLoopbackHost(meant.hostname) ? "http" : "https"}://${text}?`
			: "";
		throw new UsageError(`"${text}" is not the address of a server${hint}`);
	}
	if (url.username !== "" || url.password !== "")
		throw new UsageError(
			"the address must not hold a user or password; the key is asked for, or read from the standard input",
		);
	if (url.search !== "" || url.hash !== "") throw new UsageError("the address must not have a ? or # part");
	return serverName(text);
}

/** Whether others can read what is sent there: it is not encrypted and leaves this machine. */
export function isInTheClear(url: string): boolean {
	const { protocol, hostname } = new URL(url);
	return protocol === "http:" && !isLoopbackHost(hostname);
}
