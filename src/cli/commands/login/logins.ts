import type { z } from "zod";
import type { logins } from "../../../wire/cli/login.ts";
import type { Credentials } from "../../connect/credentials.ts";
import { credentialsFile } from "../../connect/credentials.ts";
import type { Terminal } from "../../terminal.ts";

export type Logins = z.infer<typeof logins>;

export function toLogins({ current, servers }: Credentials, env: Terminal["env"]): Logins {
	return {
		...(current !== undefined && { current }),
		servers: Object.entries(servers).map(([url, { key, tenant }]) => ({
			url,
			...(tenant !== undefined && { tenant }),
			hasKey: key !== undefined,
		})),
		file: credentialsFile(env),
	};
}
