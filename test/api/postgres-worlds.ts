import { afterAll } from "vitest";
import type { Store } from "../../src/index.ts";
import { postgres } from "../../src/store/postgres/index.ts";
import { newSchema, runOnce, type TestSchema } from "../postgres/server/test-database.ts";
import { type Backend, embeddedWorld } from "./world.ts";

/** Empties every table of a schema, but for the one that says which version it has. */
const EMPTY = (schema: string): string => `DO $$ DECLARE one TEXT; BEGIN
	FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = '${schema}' AND tablename <> 'meta' LOOP
		EXECUTE format('DELETE FROM ${schema}.%I', one);
	END LOOP;
END $$`;

interface Room extends TestSchema {
	store: Store;
}

/** Rewriting all tables takes a while, and one test does it two hundred times: a few will do. */
function seldomCompacted(store: Store): Store {
	let times = 0;
	const compact = async (): Promise<void> => {
		if (++times <= 3) await store.erasure.compact();
	};
	return { ...store, erasure: { ...store.erasure, compact } };
}

async function makeRoom(): Promise<Room> {
	const own = await newSchema();
	const store = postgres(own.url, { schema: own.schema });
	// One holder more than there are instances: it stays open from world to world.
	await store.open();
	return {
		...own,
		store,
		async dispose() {
			await store.close();
			await own.dispose();
		},
	};
}

/**
 * Each world has a schema to itself. Making one, and connecting, costs more than most tests: those that are free again are
 * emptied and used by the next.
 */
export function postgresWorlds(name: string): Backend {
	const free: Room[] = [];
	afterAll(async () => {
		for (const { dispose } of free) await dispose();
	});
	return {
		name,
		async create() {
			const room = free.pop() ?? (await makeRoom());
			return embeddedWorld(seldomCompacted(room.store), async () => {
				await runOnce(room.url, EMPTY(room.schema));
				free.push(room);
			});
		},
	};
}
