import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["src/**/*.test.ts", "test/**/*.test.ts", "tools/**/*.test.ts"],
		// Starts nothing by itself: tests on PostgreSQL ask it for their server.
		globalSetup: ["test/postgres/server/global-setup.ts"],
		// Many tests wait for processes and servers: a second worker uses the time, also where there are few cores.
		maxWorkers: Math.max(2, availableParallelism() - 1),
		// Suites start processes and real files; the defaults are for pure functions.
		testTimeout: 120_000,
		hookTimeout: 60_000,
	},
});
