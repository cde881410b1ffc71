import { isLoopbackHost } from "../../../network/loopback-host.ts";
import { serverName } from "../../connect/credentials.ts";
import { UsageError } from "../../usage-error.ts";

/** The URL of a server in the form in which it is saved. */
export function readServerUrl(text: string): string {
	const url = URL.parse(text);
	if (!url || !/^https?:$/.test(url.protocol)) {
		const meant = URL.parse(`https://${text}`);
		const hint = meant
			? `; did you mean ${isLoopbackHost(meant.hostname) ? "http" : "https"}://${text}?`
			: "";
		throw new UsageError(`"${text}" is not the URL of a server${hint}`);
	}
	if (url.username !== "" || url.password !== "")
		throw new UsageError(
			"the URL must not contain a user or password; the command asks for the key, or reads it from the standard input",
		);
	if (url.search !== "" || url.hash !== "") throw new UsageError("the URL must not have a ? or # part");
	return serverName(text);
}

/** Whether a connection is neither encrypted nor local, so that others can read it. */
export function isInTheClear(url: string): boolean {
	const { protocol, hostname } = new URL(url);
	return protocol === "http:" && !isLoopbackHost(hostname);
}
