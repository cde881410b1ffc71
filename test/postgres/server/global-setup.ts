import { postgresMissing } from "./find-binaries.ts";
import { hostServers } from "./host-servers.ts";
import { HOST_VARIABLE } from "./shared-server.ts";

/** Runs once, around all test files. */
export default async function setUp(): Promise<() => Promise<void>> {
	if (postgresMissing) console.warn(`Tests on PostgreSQL are skipped: ${postgresMissing}.`);
	const host = await hostServers();
	process.env[HOST_VARIABLE] = host.address;
	return async () => {
		delete process.env[HOST_VARIABLE];
		await host.close();
	};
}
