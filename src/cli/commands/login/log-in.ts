import { HoldfastError } from "../../../error/index.ts";
import { holdfast } from "../../../holdfast.ts";
import { logins } from "../../../wire/cli/login.ts";
import { answers, type Call } from "../../command.ts";
import {
	type Credential,
	credentialFor,
	readCredentials,
	writeCredentials,
} from "../../connect/credentials.ts";
import { keyFromEnvironment } from "../../connect/target.ts";
import { dim, green } from "../../screen/screen.ts";
import { printTable } from "../../screen/table.ts";
import { toLogins } from "./logins.ts";
import { readSecret } from "./read-secret.ts";
import { isInTheClear, readServerUrl } from "./read-server-url.ts";
import { login } from "./spec.ts";

export const logIn = answers(login, {
	answer: logins,
	async run(call) {
		const { env } = call.terminal;
		if (call.args.url === undefined) return toLogins(readCredentials(env), env);
		const url = readServerUrl(call.args.url);
		const known = readCredentials(env);
		const stored = credentialFor(known, url);
		const tenant = call.options.tenant ?? stored?.tenant;
		const { key: given } = call.options;
		const typed = given === env.HOLDFAST_KEY ? keyFromEnvironment(url, env) : given;
		const key = await findKey(call, url, { key: typed ?? stored?.key, tenant }, typed !== undefined);
		const fresh = { ...(key !== undefined && { key }), ...(tenant !== undefined && { tenant }) };
		// Read again: the file may have changed while the user typed the key.
		const { servers } = readCredentials(env);
		const kept = { current: url, servers: { ...servers, [url]: fresh } };
		writeCredentials(env, kept);
		return toLogins(kept, env);
	},
	show({ current, servers, file }, { out, err, args }) {
		if (args.url !== undefined) {
			out.line(
				green("✓ "),
				`Logged in. Commands now use ${current ?? ""}, unless --store or --url selects another target.`,
			);
			err.line(dim(`Saved in ${file}. \`holdfast logout\` deletes it.`));
			return;
		}
		if (servers.length === 0) {
			err.line("Not logged in. Commands use the local store. To use a server: `holdfast login <url>`.");
			return;
		}
		printTable(
			out,
			[
				{ title: "", value: ({ url }) => (url === current ? "*" : "") },
				{ title: "SERVER", value: ({ url }) => url, style: "bold", shrinks: true },
				{ title: "KEY", value: ({ hasKey }) => (hasKey ? "saved" : "none") },
				{ title: "TENANT", value: ({ tenant }) => tenant },
			],
			servers,
		);
		if (current === undefined) err.line(dim("Commands use the local store."));
	},
});

/** A key that the server accepts; undefined if it needs none. */
async function findKey(
	call: Call<typeof login>,
	url: string,
	{ key, tenant }: Credential,
	isTyped: boolean,
): Promise<string | undefined> {
	const mayTravel = async (): Promise<void> => {
		if (!isInTheClear(url)) return;
		await call.confirm(
			`The connection to ${url} is not encrypted: others could read the key. Send it anyway?`,
		);
	};
	if (key !== undefined) await mayTravel();
	try {
		await tryKey(url, { key, tenant });
		return key;
	} catch (error) {
		// A wrong key that was typed is an error. If it is missing, or the saved one is wrong, ask for it.
		const isWrong = HoldfastError.isInstance(error) && error.code === "unauthorized";
		if (!isWrong || isTyped) throw error;
	}
	if (key === undefined) await mayTravel();
	const asked = await readSecret(`Key for ${url}:`, call);
	if (asked === "")
		throw new HoldfastError(
			"unauthorized",
			`${url} needs a key; pass it with --key or on the standard input`,
		);
	await tryKey(url, { key: asked, tenant });
	return asked;
}

/** The cheapest request that a key of any scope may send. */
async function tryKey(url: string, { key, tenant }: Credential): Promise<void> {
	await using hf = await holdfast({
		url,
		retry: false,
		...(key !== undefined && { apiKey: key }),
		...(tenant !== undefined && { tenant }),
	});
	await hf.sessions.list({ limit: 1 });
}
