import { z } from "zod";
import type { Credentials } from "../../connect/credentials.ts";
import { credentialsFile } from "../../connect/credentials.ts";
import type { Terminal } from "../../terminal.ts";

/** The servers that are known, without their keys. */
export const loginsShape = z.object({
	current: z
		.string()
		.optional()
		.meta({ description: "The server that commands go to; without, the local store" }),
	servers: z.array(
		z.object({
			url: z.string(),
			tenant: z.string().optional(),
			hasKey: z.boolean(),
		}),
	),
	file: z.string().meta({ description: "Where they are kept" }),
});

export type Logins = z.infer<typeof loginsShape>;

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
