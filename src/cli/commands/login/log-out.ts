import { HoldfastError } from "../../../error/index.ts";
import { loginsAfterLogout } from "../../../wire/cli/login.ts";
import { answers } from "../../command.ts";
import { readCredentials, writeCredentials } from "../../connect/credentials.ts";
import { green } from "../../screen/screen.ts";
import { type Logins, toLogins } from "./logins.ts";
import { readServerUrl } from "./read-server-url.ts";
import { logout } from "./spec.ts";

export const logOut = answers(logout, {
	answer: loginsAfterLogout,
	async run({ args, terminal: { env } }): Promise<Logins & { removed?: string }> {
		const known = readCredentials(env);
		const url = args.url === undefined ? known.current : readServerUrl(args.url);
		if (url === undefined) return toLogins(known, env);
		if (!Object.hasOwn(known.servers, url))
			throw new HoldfastError("not_found", `not logged in to ${url}; \`holdfast login\` lists the servers`, {
				url,
			});
		const { [url]: _gone, ...servers } = known.servers;
		const current = known.current === url ? undefined : known.current;
		writeCredentials(env, { current, servers });
		return { ...toLogins({ current, servers }, env), removed: url };
	},
	show({ removed, current }, { out, err }) {
		if (removed === undefined) {
			err.line("Not logged in.");
			return;
		}
		out.line(green("✓ "), `Deleted the saved key of ${removed}. The key is still valid on the server.`);
		out.line(`Commands now use ${current === undefined ? "the local store" : current}.`);
	},
});
