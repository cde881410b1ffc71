import { existsSync } from "node:fs";
import type { DatabaseConfig } from "../../../config/index.ts";
import { openStore } from "../../../config/open-store.ts";
import { readDatabase } from "../../../config/read-database.ts";
import type { Store } from "../../../store/ports/index.ts";
import { type CopyProgress, copyStore } from "../../../transfer/copy-store.ts";
import { copyReport } from "../../../wire/cli/copy.ts";
import { answers, type Call } from "../../command.ts";
import { UsageError } from "../../usage-error.ts";
import { copy } from "./spec.ts";

type CopyCall = Call<typeof copy>;

/** The database that an option names. Its value is never shown, because it may contain a password. */
function databaseOf(option: "from" | "to", { options, terminal }: CopyCall): DatabaseConfig {
	const text = options[option];
	if (text === undefined) throw new UsageError(`--${option} is required: a store such as sqlite:./file.db`);
	const read = readDatabase(text, terminal.cwd);
	if ("database" in read && "sqlite" in read.database && read.database.sqlite === ":memory:")
		throw new UsageError(`--${option} must be a file or a server, not :memory:`);
	if ("problems" in read)
		throw new UsageError(`--${option} ${read.problems[0]?.message ?? "is not a store"}`);
	return read.database;
}

/** A stable name of the store, without a password. */
function nameOf(database: DatabaseConfig): string {
	if ("sqlite" in database) return `sqlite:${database.sqlite}`;
	const { url, hostname, port, dbname, schema, tablePrefix } = database.postgres;
	const parsed = url === undefined ? null : URL.parse(url);
	const server = parsed ? `${parsed.host}${parsed.pathname}` : [hostname, port, dbname].join("/");
	return ["postgres:", server, schema, tablePrefix].filter((part) => part !== undefined).join(" ");
}

/** Checks that the source exists: opening it would create an empty file. */
function checkSource(database: DatabaseConfig, given: string | undefined): void {
	if ("sqlite" in database && !existsSync(database.sqlite))
		throw new UsageError(`--from ${given}: the file does not exist`);
}

async function openBoth(call: CopyCall): Promise<{ from: Store; to: Store; source: string }> {
	const [from, to] = [databaseOf("from", call), databaseOf("to", call)];
	checkSource(from, call.options.from);
	const source = nameOf(from);
	if (source === nameOf(to)) throw new UsageError("--from and --to must not be the same store");
	return { from: await openStore(from), to: await openStore(to), source };
}

const some = (number: number, one: string): string => `${number} ${one}${number === 1 ? "" : "s"}`;

export const copyInstallation = answers(copy, {
	answer: copyReport,
	async run(call) {
		const { from, to, source } = await openBoth(call);
		const bar = call.progress("");
		const onProgress = ({ phase, tenants, of, kind, rows }: CopyProgress): void =>
			bar.at(
				tenants,
				of,
				`tenants ${phase === "copy" ? "copied" : "compared"}, ${kind}, ${some(rows, "row")}`,
			);
		try {
			return await copyStore(from, to, { source, onProgress, signal: call.signal });
		} finally {
			bar.end();
		}
	},
	show({ tenants, rows, written, removed, verified }, { out }) {
		const changes = [`${written} written`, ...(removed > 0 ? [`${removed} removed`] : [])].join(", ");
		out.line(`✓ ${some(tenants, "tenant")}, ${some(rows, "row")} (${changes})`);
		const kinds = new Map<string, number>();
		for (const { kind, rows } of verified) kinds.set(kind, (kinds.get(kind) ?? 0) + rows);
		const counts = [...kinds].map(([kind, rows]) => `${kind} ${rows}`).join(", ");
		out.line(`Compared counts and hashes of each tenant: ${counts === "" ? "nothing to compare" : counts}.`);
	},
});
