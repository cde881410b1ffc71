import { existsSync } from "node:fs";
import { HoldfastError } from "../error/index.ts";
import type { HoldfastOptions } from "../interface.ts";
import { checkConfig } from "./check-config.ts";
import type { Config } from "./config.ts";
import { openParts } from "./open-parts.ts";
import { readConfigFile } from "./read-config.ts";
import { readDatabase } from "./read-database.ts";

/** What the command line says of a local store. */
export interface LocalTarget {
	/** The database in the words of `database:`; default: the configuration's. */
	readonly store?: string | undefined;
	/** The file of a configuration; default: what a folder without one has. */
	readonly config?: string | undefined;
	/** Where the command was typed. */
	readonly folder: string;
	readonly tenant?: string | undefined;
}

export interface LocalOptions {
	/** What `holdfast()` takes. Where a server listens is in `config.server`, and is for `serve()` alone. */
	readonly options: HoldfastOptions;
	readonly config: Config;
	/** A SQLite file that is not there, and that was not to be made: `options` keep everything in memory then. */
	readonly missing?: string;
}

/** The options for a store on this machine, or one that its configuration names. */
export async function localOptions(
	target: LocalTarget,
	{ creates }: { creates: boolean },
): Promise<LocalOptions> {
	const config = withStore(await configOf(target), target);
	const { database } = config;
	const file = "sqlite" in database && database.sqlite !== ":memory:" ? database.sqlite : undefined;
	const missing = creates || file === undefined || existsSync(file) ? undefined : file;
	const parts = await openParts(
		missing === undefined ? config : { ...config, database: { sqlite: ":memory:" } },
	);
	const options = {
		...parts,
		...(target.tenant !== undefined && { tenant: target.tenant }),
	};
	return { options, config, ...(missing !== undefined && { missing }) };
}

async function configOf({ config, folder }: LocalTarget): Promise<Config> {
	if (config !== undefined) return (await readConfigFile(config)).config;
	const checked = checkConfig({}, folder);
	if ("config" in checked) return checked.config;
	throw new HoldfastError("invalid", checked.problems.map(({ message }) => message).join("\n"));
}

function withStore(config: Config, { store, folder }: LocalTarget): Config {
	if (store === undefined) return config;
	const read = readDatabase(store, folder);
	if ("database" in read) return { ...config, database: read.database };
	throw new HoldfastError("invalid", `--store: ${read.problems.map(({ message }) => message).join("; ")}`);
}
