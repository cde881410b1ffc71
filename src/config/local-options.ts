import { existsSync } from "node:fs";
import { HoldfastError } from "../error/index.ts";
import type { HoldfastOptions } from "../interface.ts";
import { checkConfig } from "./check-config.ts";
import type { Config } from "./config.ts";
import { openParts } from "./open-parts.ts";
import { readConfigFile } from "./read-config.ts";
import { readDatabase } from "./read-database.ts";

/** A local store, as the command line selects it. */
export interface LocalTarget {
	/** The database, in the form of `database:`; default: the one of the configuration. */
	readonly store?: string | undefined;
	/** The configuration file; without one, defaults apply. */
	readonly config?: string | undefined;
	/** The current folder. */
	readonly folder: string;
	readonly tenant?: string | undefined;
}

export interface LocalOptions {
	/** The options for `holdfast()`. The settings of a server are in `config.server`, and are for `serve()` only. */
	readonly options: HoldfastOptions;
	readonly config: Config;
	/** A SQLite file that does not exist and may not be created. In this case `options` use a store in memory. */
	readonly missing?: string;
}

/** The options for a local store, or for the one in the configuration. */
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
