import type { ServerHome } from "./prepare-home.ts";

/** Where the host of the test run answers; child processes inherit it. See host-servers.ts. */
export const HOST_VARIABLE = "HOLDFAST_TEST_POSTGRES_HOST";

async function ask(host: string, path: string): Promise<unknown> {
	const response = await fetch(new URL(path, host));
	const answer: unknown = await response.json();
	if (!response.ok) throw new Error(`no PostgreSQL for tests: ${String(answer)}`);
	return answer;
}

/** What the test run has prepared to start servers from; undefined outside of a test run. */
export async function sharedHome(): Promise<ServerHome | undefined> {
	const host = process.env[HOST_VARIABLE];
	return host ? ((await ask(host, "/home")) as ServerHome) : undefined;
}

/**
 * The server that the test files of a run share: the one that HOLDFAST_TEST_POSTGRES_URL names, else one that starts
 * when it is first asked for. Never stop it; tests that need to take their own from start-server.ts.
 */
export async function sharedServer(): Promise<{ url: string }> {
	const named = process.env.HOLDFAST_TEST_POSTGRES_URL;
	if (named) return { url: named };
	const host = process.env[HOST_VARIABLE];
	if (!host) throw new Error("the shared PostgreSQL server is there in test runs only");
	return (await ask(host, "/server")) as { url: string };
}
