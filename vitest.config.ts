import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Suites start processes and real files; the defaults are for pure functions on an idle machine. */
const patience = {
	testTimeout: 240_000,
	hookTimeout: 120_000,
	expect: { poll: { timeout: 30_000 } },
};

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

export default defineConfig({
	test: {
		// Many tests wait for processes, servers and disks: more workers use the time, also where there are few cores.
		maxWorkers: Math.max(3, availableParallelism() - 1),
		// Starts nothing by itself: tests on PostgreSQL ask it for their server.
		globalSetup: ["test/postgres/server/global-setup.ts"],
		projects: [
			{ test: { name: "alone", include: alone, ...patience } },
			// All others leave nothing behind: they share what is loaded, or much of their time would be loading.
			{ test: { name: "unit", include: ["src/**/*.test.ts"], isolate: false, ...patience } },
			{
				test: {
					name: "whole",
					include: ["test/**/*.test.ts", "tools/**/*.test.ts"],
					exclude: ["test/console/**", ...alone],
					isolate: false,
					...patience,
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
					...patience,
				},
			},
		],
	},
});
