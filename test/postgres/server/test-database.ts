import { randomBytes } from "node:crypto";
import pg from "pg";
import { sharedServer } from "./shared-server.ts";

export interface TestSchema {
	url: string;
	/** A name that nobody else uses. The schema itself is not there yet. */
	schema: string;
	/** Drops the schema, if it has been created, with all that is in it. */
	dispose(): Promise<void>;
}

export interface TestDatabase {
	url: string;
	/** Drops the database, and closes whatever is still connected to it. */
	dispose(): Promise<void>;
}

const newName = (): string => `test_${randomBytes(8).toString("hex")}`;

/** Runs one statement on a connection of its own. */
export async function runOnce(url: string, statement: string): Promise<pg.QueryResult> {
	// Something left open in a test holds locks: it shall be an error, not a test run that never ends.
	const client = new pg.Client({ connectionString: url, statement_timeout: 30_000 });
	await client.connect();
	try {
		return await client.query(statement);
	} finally {
		await client.end();
	}
}

/** A schema of one's own in the database that tests share. */
export async function newSchema(): Promise<TestSchema> {
	const { url } = await sharedServer();
	const schema = newName();
	return {
		url,
		schema,
		dispose: async () => {
			await runOnce(url, `drop schema if exists ${schema} cascade`);
		},
	};
}

/** A database of one's own, on the server that tests share. */
export async function newDatabase(): Promise<TestDatabase> {
	const { url } = await sharedServer();
	const name = newName();
	await runOnce(url, `create database ${name}`);
	const own = new URL(url);
	own.pathname = `/${name}`;
	return {
		url: own.href,
		dispose: async () => {
			await runOnce(url, `drop database if exists ${name} with (force)`);
		},
	};
}

/** The same database, for another role. */
export function asRole(url: string, role: string, password: string): string {
	const own = new URL(url);
	own.username = encodeURIComponent(role);
	own.password = encodeURIComponent(password);
	return own.href;
}
