import "../../error/require-node.ts";

import { resolve } from "node:path";
import { z } from "zod";
import { HoldfastError, parse } from "../../error/index.ts";
import { type Capabilities, SCANS, type Store } from "../ports/index.ts";
import { appendEvents } from "../sql/append-events.ts";
import type { Sql } from "../sql/call.ts";
import { sqlPorts } from "../sql/sql-ports.ts";
import { commitFacts } from "../sql/write-facts.ts";
import { IN_MEMORY, SqliteConnection } from "./connection.ts";
import { examineFile } from "./examine.ts";
import { migrate } from "./migrate.ts";
import { SqliteWatch } from "./watch.ts";
import { SqliteWriter } from "./writer.ts";

/** The options of `sqlite()`. */
export interface SqliteOptions {
	/**
	 * What an acknowledged append survives. `full` (default): a power loss. `normal`: a crash of the process; a
	 * power loss may lose the last moments, but never damages the file.
	 */
	durability?: "full" | "normal";
	/**
	 * How long a write waits for other processes before it fails with `unavailable`, in milliseconds. Default
	 * 30,000.
	 */
	busyTimeoutMs?: number;
	/** How often followers check for commits of other processes, in milliseconds. Default 5. */
	pollIntervalMs?: number;
	/** A prefix for table names, if other software uses the same file. Default `holdfast_`. */
	tablePrefix?: string;
}

const filePath = z
	.string({ error: "must be a path" })
	.min(1, { error: "must not be empty" })
	.refine((path) => !path.includes("\0"), { error: "must not contain NUL" });

const options = z.strictObject({
	durability: z.enum(["full", "normal"]).default("full"),
	busyTimeoutMs: z.number().int().min(0).default(30_000),
	pollIntervalMs: z.number().int().min(1).default(5),
	tablePrefix: z
		.string()
		.regex(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/, {
			error: "must be 1 to 63 letters, digits and _, not starting with a digit",
		})
		.default("holdfast_"),
});

/** A database without a file ends with its connection, and other processes cannot open it. */
const capabilitiesOf = (file: string): Capabilities => ({
	durable: file !== IN_MEMORY,
	shared: file !== IN_MEMORY,
	limits: { eventBytes: 1024 * 1024, batchEvents: 1000 },
	search: SCANS,
});

/**
 * A store in one SQLite file, using the SQLite that is built into Node. Several processes can use the file at
 * the same time. The path `:memory:` is a database without a file: it ends when the store closes.
 *
 * @example
 * ```ts
 * import { holdfast } from "holdfast";
 * import { sqlite } from "holdfast/sqlite";
 *
 * const hf = await holdfast({ store: sqlite("./holdfast.db", { durability: "full" }) });
 * ```
 */
export function sqlite(path: string, given: SqliteOptions = {}): Store {
	const { durability, busyTimeoutMs, pollIntervalMs, tablePrefix } = parse(options, given, "sqlite options");
	const file = path === IN_MEMORY ? path : resolve(parse(filePath, path, "sqlite path"));
	const connection = new SqliteConnection({ path: file, durability, busyTimeoutMs, tablePrefix });
	const writer = new SqliteWriter(connection, busyTimeoutMs);
	const watch = new SqliteWatch(connection, pollIntervalMs);
	let holders = 0;
	let opening: Promise<void> | undefined;

	const needOpen = (): void => {
		if (holders === 0) throw new HoldfastError("unavailable", `the store ${file} is closed`);
	};
	const ports = sqlPorts({
		async read<T>(_tenant: string, make: () => Sql<T>) {
			needOpen();
			return connection.read(make, { snapshot: false });
		},
		async snapshot<T>(_tenant: string, make: () => Sql<T>) {
			needOpen();
			return connection.read(make, { snapshot: true });
		},
		async write<T>(_tenant: string, make: () => Sql<T>) {
			needOpen();
			return writer.write(make, false);
		},
		async writeChecked<T>(_tenant: string, make: () => Sql<T>) {
			needOpen();
			return writer.write(make, true);
		},
		async spanning<T>(make: () => Sql<T>) {
			needOpen();
			return connection.read(make, { snapshot: false });
		},
		wakeAll: () => watch.watchers.wakeAll(),
	});

	return {
		name: "sqlite",
		capabilities: capabilitiesOf(file),
		async open() {
			holders += 1;
			opening ??= connection.open().then(() => migrate(connection, file));
			try {
				await opening;
			} catch (error) {
				holders -= 1;
				opening = undefined;
				if (holders === 0) connection.close();
				throw error;
			}
		},
		async close() {
			await writer.drained();
			// Checked only now: another caller of close() may have been faster.
			if (holders === 0) return;
			holders -= 1;
			if (holders > 0) return;
			watch.close();
			connection.close();
			opening = undefined;
		},
		async examine() {
			needOpen();
			return examineFile(connection, file, durability);
		},
		...ports,
		log: {
			...ports.log,
			async append(unit) {
				needOpen();
				const outcome = await writer.write(() => appendEvents(unit), true, unit.events.length);
				watch.watchers.wake(outcome.uid);
				if (outcome.created && "name" in unit.target) watch.watchers.wake(unit.target.name.key);
				return outcome;
			},
			watch(target, wake) {
				needOpen();
				return watch.add(target, wake);
			},
		},
		facts: {
			...ports.facts,
			async commit(unit) {
				needOpen();
				const weight = unit.put.length + unit.remove.length;
				return await writer.write(() => commitFacts(unit), false, weight);
			},
		},
		erasure: {
			...ports.erasure,
			async erase(scope) {
				const counts = await ports.erasure.erase(scope);
				connection.truncateLog();
				return counts;
			},
			async compact() {
				needOpen();
				await connection.vacuum();
			},
			async blank(target, offsets, blank) {
				const count = await ports.erasure.blank(target, offsets, blank);
				connection.truncateLog();
				return count;
			},
		},
	};
}

export type { Store } from "../ports/index.ts";
