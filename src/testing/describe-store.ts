import { afterAll, beforeAll, describe } from "vitest";
import { createFixture, type Setup } from "./fixture.ts";
import { describeModel, type ModelOptions } from "./model/describe-model.ts";
import type { OpenStore, StoreUnderTest } from "./store-under-test.ts";
import { describeAppend } from "./suites/append.ts";
import { describeConcurrency } from "./suites/concurrency.ts";
import { describeCopies } from "./suites/copies.ts";
import { describeDeliveries } from "./suites/deliveries.ts";
import { describeDocuments } from "./suites/documents.ts";
import { describeEffects } from "./suites/effects.ts";
import { describeErasure } from "./suites/erasure.ts";
import { describeFactChanges } from "./suites/fact-changes.ts";
import { describeFactErasure } from "./suites/fact-erasure.ts";
import { describeFactMoves } from "./suites/fact-moves.ts";
import { describeFactUnits } from "./suites/fact-units.ts";
import { describeFacts } from "./suites/facts.ts";
import { describeHistory } from "./suites/history.ts";
import { describeIdempotency } from "./suites/idempotency.ts";
import { describeIndexSegments } from "./suites/index-segments.ts";
import { describeIsolation } from "./suites/isolation.ts";
import { describeJobs } from "./suites/jobs.ts";
import { describeLeases } from "./suites/leases.ts";
import { describeLifetime } from "./suites/lifetime.ts";
import { describeMove } from "./suites/move.ts";
import { describeParents } from "./suites/parents.ts";
import { describeRead } from "./suites/read.ts";
import { describeRunMoves } from "./suites/run-moves.ts";
import { describeRuns } from "./suites/runs.ts";
import { describeSessions } from "./suites/sessions.ts";
import { describeSizes } from "./suites/sizes.ts";
import { describeState } from "./suites/state.ts";
import { describeSubscriptions } from "./suites/subscriptions.ts";
import { describeTransfer } from "./suites/transfer.ts";
import { describeUsers } from "./suites/users.ts";
import { describeWatch } from "./suites/watch.ts";

const SUITES = {
	append: describeAppend,
	idempotency: describeIdempotency,
	effects: describeEffects,
	read: describeRead,
	watch: describeWatch,
	sessions: describeSessions,
	move: describeMove,
	history: describeHistory,
	state: describeState,
	users: describeUsers,
	erasure: describeErasure,
	isolation: describeIsolation,
	sizes: describeSizes,
	copies: describeCopies,
	concurrency: describeConcurrency,
	leases: describeLeases,
	runs: describeRuns,
	runMoves: describeRunMoves,
	parents: describeParents,
	jobs: describeJobs,
	deliveries: describeDeliveries,
	subscriptions: describeSubscriptions,
	documents: describeDocuments,
	facts: describeFacts,
	factChanges: describeFactChanges,
	factUnits: describeFactUnits,
	factMoves: describeFactMoves,
	factErasure: describeFactErasure,
	indexSegments: describeIndexSegments,
	transfer: describeTransfer,
};

/** The name of a suite of `describeStore`. */
export type StoreSuite = keyof typeof SUITES | "lifetime" | "model";

/** The options of `describeStore`. */
export interface DescribeStoreOptions {
	/** The size of the property test. */
	model?: ModelOptions;
	/** Only these suites, for a store that is not finished yet. Default: all of them. */
	suites?: readonly StoreSuite[];
}

/** Generous for slow machines. A store that misses a wake-up fails with this timeout. */
const TIME_LIMIT_MS = 60_000;

/**
 * Tests a store: declares the conformance suite for it in the current test file. Requires the peer
 * dependencies `vitest` and `fast-check`. Failures of the property test print a seed; set `HOLDFAST_SEED` to
 * repeat it.
 *
 * @example
 * ```ts
 * import { mkdtempSync, rmSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { sqlite } from "holdfast/sqlite";
 * import { describeStore } from "holdfast/testing";
 *
 * describeStore("sqlite", () => {
 *   const folder = mkdtempSync(join(tmpdir(), "holdfast-"));
 *   const open = () => sqlite(join(folder, "store.db"));
 *   return { store: open(), second: open, dispose: () => rmSync(folder, { recursive: true }) };
 * });
 * ```
 */
export function describeStore(name: string, open: OpenStore, options: DescribeStoreOptions = {}): void {
	const { model, suites } = options;
	const includes = (suite: StoreSuite): boolean => suites === undefined || suites.includes(suite);
	describe(`store ${name}`, { timeout: TIME_LIMIT_MS }, () => {
		let subject: StoreUnderTest | undefined;
		const current = (): StoreUnderTest => {
			if (!subject) throw new Error(`store ${name} could not be opened`);
			return subject;
		};
		beforeAll(async () => {
			subject = await open();
			await subject.store.open();
		}, TIME_LIMIT_MS);
		afterAll(async () => {
			await subject?.store.close();
			await subject?.dispose?.();
		}, TIME_LIMIT_MS);

		const setup: Setup = () => createFixture(current().store);
		for (const suite of Object.keys(SUITES) as (keyof typeof SUITES)[]) {
			if (includes(suite)) SUITES[suite](setup);
		}
		if (includes("lifetime"))
			describeLifetime(setup, { second: async () => current().second?.(), fresh: open });
		if (includes("model")) describeModel(setup, model);
	});
}
