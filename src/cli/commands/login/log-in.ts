import { HoldfastError } from "../../../error/index.ts";
import { holdfast } from "../../../holdfast.ts";
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
import { loginsShape, toLogins } from "./logins.ts";
import { readSecret } from "./read-secret.ts";
import { isInTheClear, readServerUrl } from "./read-server-url.ts";
import { login } from "./spec.ts";

export const logIn = answers(login, {
	answer: loginsShape,
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
		// Read again: asking may have taken long.
		const { servers } = readCredentials(env);
		const kept = { current: url, servers: { ...servers, [url]: fresh } };
		writeCredentials(env, kept);
		return toLogins(kept, env);
	},
	show({ current, servers, file }, { out, err, args }) {
		if (args.url !== undefined) {
			out.line(
				green("✓ "),
				`Commands go to ${current ?? ""} from now on, unless --store or --url says otherwise.`,
			);
			err.line(dim(`Kept in ${file}. \`holdfast logout\` forgets it.`));
			return;
		}
		if (servers.length === 0) {
			err.line("Not logged in: commands work on the local store. `holdfast login <url>` changes that.");
			return;
		}
		printTable(
			out,
			[
				{ title: "", value: ({ url }) => (url === current ? "*" : "") },
				{ title: "SERVER", value: ({ url }) => url, style: "bold", shrinks: true },
				{ title: "KEY", value: ({ hasKey }) => (hasKey ? "kept" : "none") },
				{ title: "TENANT", value: ({ tenant }) => tenant },
			],
			servers,
		);
		if (current === undefined) err.line(dim("Commands work on the local store."));
	},
});

/** A key that the server takes; undefined where it needs none. */
async function findKey(
	call: Call<typeof login>,
	url: string,
	{ key, tenant }: Credential,
	isTyped: boolean,
): Promise<string | undefined> {
	const mayTravel = async (): Promise<void> => {
		if (!isInTheClear(url)) return;
		await call.confirm(
			`The key would travel to ${url} in the clear, where others can read it. Send it anyway?`,
		);
	};
	if (key !== undefined) await mayTravel();
	try {
		await tryKey(url, { key, tenant });
		return key;
	} catch (error) {
		// A key that was typed is wrong; one that is missing or was kept can be asked for.
		const isWrong = HoldfastError.isInstance(error) && error.code === "unauthorized";
		if (!isWrong || isTyped) throw error;
	}
	if (key === undefined) await mayTravel();
	const asked = await readSecret(`Key for ${url}:`, call);
	if (asked === "")
		throw new HoldfastError(
			"unauthorized",
			`${url} needs a key: give one with --key, or on the standard input`,
		);
	await tryKey(url, { key: asked, tenant });
	return asked;
}

/** The cheapest that a key of any scope may do. */
async function tryKey(url: string, { key, tenant }: Credential): Promise<void> {
	await using hf = await holdfast({
		...{ url, retry: false },
		...(key !== undefined && { apiKey: key }),
		...(tenant !== undefined && { tenant }),
	});
	await hf.sessions.list({ limit: 1 });
}
