import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Suites start processes and real files; the defaults are for pure functions. */
const patience = { testTimeout: 120_000, hookTimeout: 60_000 };

export default defineConfig({
	test: {
		// Many tests wait for processes and servers: a second worker uses the time, also where there are few cores.
		maxWorkers: Math.max(2, availableParallelism() - 1),
		projects: [
			// Tests of single files, which leave nothing behind: they share what is loaded, or most of their time would be loading.
			{ test: { name: "unit", include: ["src/**/*.test.ts"], isolate: false, ...patience } },
			{
				test: {
					name: "whole",
					include: ["test/**/*.test.ts", "tools/**/*.test.ts"],
					exclude: ["test/console/**"],
					// Starts nothing by itself: tests on PostgreSQL ask it for their server.
					globalSetup: ["test/postgres/server/global-setup.ts"],
					...patience,
				},
			},
			{
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
