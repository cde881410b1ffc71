import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { holdfast as open } from "../../src/index.ts";
import type { Holdfast } from "../../src/interface.ts";
import { serve } from "../../src/server/index.ts";
import { postgres } from "../../src/store/postgres/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { isChosen } from "../chosen-stores.ts";
import { buildPackage, scratchFolder } from "../house/built-package.ts";
import { postgresMissing } from "../postgres/server/find-binaries.ts";
import { newDatabase } from "../postgres/server/test-database.ts";
import { FROM_SOURCE, type Surroundings } from "./start-process.ts";

/** A store that commands work on, and a way to it that is not a command. */
export interface CliWorld extends Surroundings {
	readonly name: "sqlite" | "postgres" | "http";
	readonly hf: Holdfast;
	end(): Promise<void>;
}

const ADMIN_KEY = "root-key-of-the-tests";

/** Answers with the demo model. */
const AGENT = `schema: 1
id: support
description: Answers customers.
instructions: You help customers of Acme.
`;

/** A folder as users have one: with an agent, without a configuration. */
function newFolder(name: string): string {
	const cwd = scratchFolder(`cli-${name}`);
	mkdirSync(join(cwd, "agents"));
	writeFileSync(join(cwd, "agents", "support.yaml"), AGENT);
	return cwd;
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

export async function sqliteWorld(): Promise<CliWorld> {
	const cwd = newFolder("sqlite");
	const hf = await open({
		agents: join(cwd, "agents"),
		store: sqlite(join(cwd, ".holdfast", "holdfast.db")),
	});
	const end = async (): Promise<void> => {
		await hf.close({ cancel: true });
		remove(cwd);
	};
	return { name: "sqlite", cwd, env: { HOLDFAST_HOME: join(cwd, "home") }, hf, end };
}

async function postgresWorld(): Promise<CliWorld> {
	const cwd = newFolder("postgres");
	const database = await newDatabase();
	const hf = await open({ agents: join(cwd, "agents"), store: postgres(database.url) });
	const end = async (): Promise<void> => {
		await hf.close({ cancel: true });
		await database.dispose();
		remove(cwd);
	};
	const env = { HOLDFAST_HOME: join(cwd, "home"), HOLDFAST_STORE: database.url };
	return { name: "postgres", cwd, env, hf, end };
}

async function httpWorld(): Promise<CliWorld> {
	const cwd = newFolder("http");
	const store = sqlite(join(cwd, "server.db"));
	const server = await serve({
		agents: join(cwd, "agents"),
		store,
		port: 0,
		drainMs: 1_000,
		adminKey: ADMIN_KEY,
	});
	const hf = await open({ url: server.url, apiKey: ADMIN_KEY });
	const end = async (): Promise<void> => {
		await hf.close({ cancel: true });
		await server.close();
		remove(cwd);
	};
	const env = { HOLDFAST_HOME: join(cwd, "home"), HOLDFAST_URL: server.url, HOLDFAST_KEY: ADMIN_KEY };
	return { name: "http", cwd, env, hf, end };
}

const WORLDS = { sqlite: sqliteWorld, http: httpWorld, postgres: postgresWorld };

/**
 * The same promises on a SQLite file and over HTTP, and in the rest of `test:all` on PostgreSQL. One world for all tests of
 * a file: name things apart.
 */
export function describeWorlds(name: string, tests: (world: () => CliWorld) => void): void {
	for (const kind of ["sqlite", "http", "postgres"] as const) {
		if (!isChosen(kind)) continue;
		const create = WORLDS[kind];
		const missing = kind === "postgres" ? postgresMissing : undefined;
		describe.skipIf(missing !== undefined)(
			`${name}, ${kind}${missing ? ` (skipped: ${missing})` : ""}`,
			() => {
				let world: CliWorld | undefined;
				beforeAll(async () => {
					if (!FROM_SOURCE) await buildPackage();
					world = await create();
				});
				afterAll(() => world?.end());
				tests(() => {
					if (!world) throw new Error("the world is not open yet");
					return world;
				});
			},
		);
	}
}

/** Tests of a file that need no such world. They run once, not again for PostgreSQL. */
export function describeOnce(name: string, tests: () => void): void {
	if (isChosen("sqlite")) describe(name, tests);
}
