import "../../error/require-node.ts";

import { HoldfastError } from "../../error/index.ts";
import { type Capabilities, SCANS, type Store } from "../ports/index.ts";
import { sqlPorts } from "../sql/sql-ports.ts";
import { tenantOf } from "../sql/tenant-of.ts";
import { AppendQueue } from "./append-queue.ts";
import { awaitWriters } from "./await-writers.ts";
import { compactTables } from "./compact.ts";
import { examineServer } from "./examine.ts";
import { findIndexed } from "./find-indexed.ts";
import { type Make, PostgresLink } from "./link.ts";
import { migrate } from "./migrate.ts";
import { type PostgresOptions, readPostgresOptions } from "./options/postgres-options.ts";
import { readLog } from "./read-log.ts";
import { readStretches } from "./read-stretches.ts";
import { prepareRoles, type Roles } from "./roles.ts";
import { openSearch, type Searching } from "./search-index/open-search.ts";
import { prepareSearch } from "./search-index/prepare-search.ts";
import { PostgresWatch } from "./watch.ts";

const LIMITS: Capabilities["limits"] = { eventBytes: 1024 * 1024, batchEvents: 1000 };

/**
 * A store on a PostgreSQL server (15 or newer). Any number of processes on any number of machines can use it
 * at the same time. Requires the package `pg`.
 *
 * @example
 * ```ts
 * import { holdfast } from "holdfast";
 * import { postgres } from "holdfast/postgres";
 *
 * const hf = await holdfast({ store: postgres("postgres://app:secret@db.example.com/app") });
 * ```
 */
export function postgres(urlOrOptions: string | PostgresOptions, more?: PostgresOptions): Store {
	const settings = readPostgresOptions(urlOrOptions, more);
	const link = new PostgresLink(settings);
	const watch = new PostgresWatch(link);
	const appends = new AppendQueue(link);
	const busy = new Set<Promise<unknown>>();
	let holders = 0;
	let opening: Promise<Roles> | undefined;
	let searching: Searching = { capability: SCANS };
	const capabilities: Capabilities = {
		durable: true,
		shared: true,
		limits: LIMITS,
		get search() {
			return searching.capability;
		},
	};

	const needOpen = (): void => {
		if (holders > 0) return;
		throw new HoldfastError("unavailable", `the store on PostgreSQL at ${settings.label} is closed`);
	};
	/** close() waits for running operations. */
	const during = async <T>(work: () => Promise<T>): Promise<T> => {
		needOpen();
		const doing = work();
		busy.add(doing);
		try {
			return await doing;
		} finally {
			busy.delete(doing);
		}
	};
	const start = async (): Promise<Roles> => {
		await link.open();
		try {
			await migrate(link);
			const extension = await prepareSearch(link);
			const roles = await prepareRoles(link);
			searching = openSearch(link, extension, during);
			await link.takeRole(roles.working === roles.login ? undefined : roles.working);
			watch.open();
			return roles;
		} catch (error) {
			await link.close();
			throw error;
		}
	};

	const ready = async (): Promise<Roles> => {
		needOpen();
		return opening as Promise<Roles>;
	};

	const write = <T>(tenant: string, make: Make<T>): Promise<T> => during(() => link.write(tenant, make));
	const ports = sqlPorts({
		read: (tenant, make) => during(() => link.read(tenant, make)),
		snapshot: (tenant, make) => during(() => link.snapshot(tenant, make)),
		write,
		// A transaction of its own is rolled back as a whole: it need not know when the checks are done.
		writeChecked: write,
		spanning: (make) => during(async () => link.spanning((await ready()).worker, make)),
		wakeAll: () => watch.touchAll(),
	});

	return {
		name: "postgres",
		capabilities,
		async open() {
			holders += 1;
			opening ??= start();
			try {
				await opening;
			} catch (error) {
				holders -= 1;
				opening = undefined;
				throw link.translate(error);
			}
		},
		async close() {
			while (busy.size > 0) await Promise.allSettled(busy);
			// Checked only now: another caller of close() may have been faster.
			if (holders === 0) return;
			holders -= 1;
			if (holders > 0) return;
			opening = undefined;
			await watch.close();
			await searching.search?.close();
			searching = { capability: SCANS };
			await link.close();
		},
		get search() {
			return searching.index;
		},
		examine: () =>
			during(async () =>
				examineServer({
					link,
					roles: await ready(),
					search: capabilities.search,
					listening: watch.listening,
				}),
			),
		...ports,
		log: {
			...ports.log,
			append: (unit) =>
				during(async () => {
					const outcome = await appends.append(unit);
					watch.touch(outcome.uid);
					if (outcome.created && "name" in unit.target) watch.touch(unit.target.name.key);
					return outcome;
				}),
			read: (target, query) => during(() => link.read(tenantOf(target), () => readLog(target, query))),
			stretches: (tenant, stretches, kinds) =>
				during(() => link.read(tenant, () => readStretches(stretches, kinds))),
			watch(target, wake) {
				needOpen();
				return watch.add(target, wake);
			},
		},
		subscriptions: {
			...ports.subscriptions,
			async put(record) {
				const stored = await ports.subscriptions.put(record);
				await during(() => awaitWriters(link, record.tenant));
				return stored;
			},
		},
		runs: {
			...ports.runs,
			async wait(wait) {
				await ports.runs.wait(wait);
				if ("uid" in wait.target) watch.touch(wait.target.uid);
			},
		},
		index: {
			...ports.index,
			facts: (owner, nos) => during(() => link.read(owner.tenant, () => findIndexed(owner, nos))),
		},
		erasure: {
			...ports.erasure,
			erase: (scope) => during(() => ports.erasure.erase(scope)),
			compact: () => during(() => compactTables(link)),
		},
	};
}

export type { Store } from "../ports/index.ts";
export type { PostgresOptions } from "./options/postgres-options.ts";
export { postgresIndex } from "./search-index/index.ts";
