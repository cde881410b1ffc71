import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/*
 * `npm test` runs everything that a contributor needs: all units, all backends through the conformance suite, and the
 * other suites on SQLite and over HTTP. `npm run test:all` adds the projects whose names begin with "all":
 *
 * - files named *.all.test.ts: suites on a store in memory and on PostgreSQL,
 * - test/postgres/: the behaviour of PostgreSQL only,
 * - on PostgreSQL, the files that use `onEachStore` or `describeWorlds`. In `npm test` they run on SQLite and over HTTP.
 */

const allTests = globSync("{test,tools}/**/*.test.ts", { cwd: import.meta.dirname }).map((path) =>
	path.replaceAll("\\", "/"),
);
const uses = (name: RegExp) => (path: string) =>
	name.test(readFileSync(new URL(path, import.meta.url), "utf8"));
const onEachStore = allTests.filter(uses(/\b(onEachStore|describeWorlds)\(/));
/** These are short to read and take longest: one file runs a whole suite. */
const suites = new Set(
	allTests
		.filter(uses(/\.suite\.ts"|\bdescribeStore\(/))
		.map((path) => fileURLToPath(new URL(path, import.meta.url)).replaceAll("\\", "/")),
);

/** Without times of an earlier run, vitest starts with the largest files. The suites would come last, one by one. */
class SuitesFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		const isSuite = ({ moduleId }: TestSpecification): boolean => suites.has(moduleId);
		return [...sorted.filter(isSuite), ...sorted.filter((file) => !isSuite(file))];
	}
}

/** Suites start processes and real files; the defaults are for pure functions on an idle machine. */
const patience = {
	testTimeout: 240_000,
	hookTimeout: 120_000,
	expect: { poll: { timeout: 30_000 } },
};
const shared = { ...patience, provide: { stores: ["sqlite", "http"] as const } };
const onPostgres = { ...patience, provide: { stores: ["postgres"] as const } };

/**
 * Tests that change what everything in their process sees: its environment, a class, where traces go. And those of
 * many processes, which are killed and frozen: they load little themselves, and nothing else shall go on beside them.
 */
const alone = [
	"test/examples/examples.test.ts",
	"test/house/shared-sql.test.ts",
	"test/processes/**/*.test.ts",
	"test/turn/opentelemetry.test.ts",
];
const added = ["test/**/*.all.test.ts", "test/postgres/**/*.test.ts"];
const isOfProcesses = (path: string): boolean => path.startsWith("test/processes/");

export default defineConfig({
	test: {
		// Many tests wait for processes, servers and disks: more workers use the time, also where there are few cores.
		maxWorkers: Math.max(3, availableParallelism() - 1),
		sequence: { sequencer: SuitesFirst },
		// Starts nothing by itself: tests on PostgreSQL ask it for their server.
		globalSetup: ["test/postgres/server/global-setup.ts"],
		projects: [
			{ test: { name: "alone", include: alone, ...shared } },
			// All others leave nothing behind: they share what is loaded, or much of their time would be loading.
			{ test: { name: "unit", include: ["src/**/*.test.ts"], isolate: false, ...shared } },
			{
				test: {
					name: "whole",
					include: ["test/**/*.test.ts", "tools/**/*.test.ts"],
					exclude: ["test/console/**", ...alone, ...added],
					isolate: false,
					...shared,
				},
			},
			{
				// The console speaks of the package by its name; it is tested from its sources.
				resolve: {
					alias: { "holdfast/client": fileURLToPath(new URL("src/client/index.ts", import.meta.url)) },
				},
				test: {
					name: "console",
					include: ["test/console/**/*.test.ts"],
					globalSetup: ["test/console/build-console.ts"],
					// One browser for all files of a worker; each test has a window and a server of its own.
					isolate: false,
					...shared,
				},
			},
			{ test: { name: "all-alone", include: onEachStore.filter(isOfProcesses), ...onPostgres } },
			{
				test: {
					name: "all",
					include: [...added, ...onEachStore.filter((path) => !isOfProcesses(path))],
					isolate: false,
					...onPostgres,
				},
			},
		],
	},
});
