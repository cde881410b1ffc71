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

/** For slow machines; a store that misses a wake-up runs into it. */
const TIME_LIMIT_MS = 60_000;

/**
 * Certifies a backend: declares the conformance suite for it in the running test file. The suite needs the peers
 * `vitest` and `fast-check`. The property test's failures name a seed; `HOLDFAST_SEED` runs it again.
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
export function describeStore(name: string, open: OpenStore, options: { model?: ModelOptions } = {}): void {
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
		for (const suite of SUITES) suite(setup);
		describeLifetime(setup, { second: async () => current().second?.(), fresh: open });
		describeModel(setup, options.model);
	});
}

const SUITES = [
	describeAppend,
	describeIdempotency,
	describeEffects,
	describeRead,
	describeWatch,
	describeSessions,
	describeMove,
	describeHistory,
	describeState,
	describeUsers,
	describeErasure,
	describeIsolation,
	describeSizes,
	describeCopies,
	describeConcurrency,
	describeLeases,
	describeRuns,
	describeRunMoves,
	describeParents,
	describeJobs,
	describeDeliveries,
	describeSubscriptions,
	describeDocuments,
	describeFacts,
	describeFactChanges,
	describeFactUnits,
	describeFactMoves,
	describeFactErasure,
	describeIndexSegments,
	describeTransfer,
];
