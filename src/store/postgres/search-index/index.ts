import { HoldfastError } from "../../../error/index.ts";
import type { VectorIndex } from "../../ports/index.ts";
import { PostgresLink } from "../link.ts";
import { type PostgresOptions, readPostgresOptions } from "../options/postgres-options.ts";
import { prepareRoles } from "../roles.ts";
import { CAPABILITIES, createSearch, type Search } from "./create-search.ts";
import { prepareSearch } from "./prepare-search.ts";

/**
 * An index of the facts of large owners on a PostgreSQL server with pgvector (0.8 or newer), for any store.
 * The PostgreSQL store has its own index if its server has pgvector. Use this one for a separate search
 * server, or together with another store. Requires the package `pg`.
 *
 * @example
 * ```ts
 * import { holdfast } from "holdfast";
 * import { postgresIndex } from "holdfast/postgres";
 * import { sqlite } from "holdfast/sqlite";
 *
 * const index = postgresIndex("postgres://app:secret@search.example.com/app", { exactUpTo: 20_000 });
 * const hf = await holdfast({ store: sqlite("./holdfast.db"), index });
 * ```
 */
export function postgresIndex(urlOrOptions: string | PostgresOptions, more?: PostgresOptions): VectorIndex {
	const settings = readPostgresOptions(urlOrOptions, more);
	const link = new PostgresLink({ ...settings, vector: true });
	const busy = new Set<Promise<unknown>>();
	let holders = 0;
	let opening: Promise<Search> | undefined;

	const start = async (): Promise<Search> => {
		await link.open();
		try {
			const extension = await prepareSearch(link);
			// Reports that pgvector is missing.
			if ("reason" in extension) throw new HoldfastError("capability_missing", extension.reason);
			const roles = await prepareRoles(link, { jobs: false });
			await link.takeRole(roles.working === roles.login ? undefined : roles.working);
			return createSearch(link, extension.schema);
		} catch (error) {
			await link.close();
			throw error;
		}
	};
	/** close() waits for running operations. */
	const during = async <T>(work: (search: Search) => Promise<T>): Promise<T> => {
		if (!opening) {
			throw new HoldfastError("unavailable", `the index on PostgreSQL at ${settings.label} is closed`);
		}
		const doing = opening.then(work);
		busy.add(doing);
		try {
			return await doing;
		} finally {
			busy.delete(doing);
		}
	};

	return {
		name: "postgres",
		exactUpTo: settings.exactUpTo,
		capabilities: CAPABILITIES,
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
			if (holders === 0) return;
			holders -= 1;
			if (holders > 0) return;
			const search = opening;
			opening = undefined;
			await (await search)?.close();
			await link.close();
		},
		write: (change) => during((search) => search.write(change)),
		check: (dimensions) => during((search) => search.check(dimensions)),
		mark: (target) => during((search) => search.mark(target)),
		nearest: (query) => during((search) => search.nearest(query)),
		erase: (scope) => during((search) => search.erase(scope)),
		count: (scope) => during((search) => search.count(scope)),
		words: {
			statistics: (target, terms) => during(({ words }) => words.statistics(target, terms)),
			find: (target, terms, limit) => during(({ words }) => words.find(target, terms, limit)),
		},
	};
}
