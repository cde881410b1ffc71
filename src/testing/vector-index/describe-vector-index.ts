import { afterAll, beforeAll, describe } from "vitest";
import type { VectorIndex } from "../../store/ports/index.ts";
import { describeIndexErasure } from "./index-erasure.ts";
import { createIndexFixture } from "./index-fixture.ts";
import { describeIndexMarks } from "./index-marks.ts";
import { describeIndexModel } from "./index-model.ts";
import { describeIndexNearest } from "./index-nearest.ts";
import { describeIndexWords } from "./index-words.ts";

/** An index to test. It need not be empty: every test uses its own tenant. */
export interface VectorIndexUnderTest {
	/** The index, not opened yet. */
	index: VectorIndex;
	/** Called after the index is closed. */
	dispose?(): void | Promise<void>;
}

/** Creates the index to test. */
export type OpenVectorIndex = () => VectorIndexUnderTest | Promise<VectorIndexUnderTest>;

/** Generous for slow machines and remote servers. */
const TIME_LIMIT_MS = 60_000;

/**
 * Tests an index: declares the conformance suite for it in the current test file. Tests of a capability are
 * skipped if the index does not declare it. Requires the peer dependency `vitest`.
 *
 * @example
 * ```ts
 * import { postgresIndex } from "holdfast/postgres";
 * import { describeVectorIndex } from "holdfast/testing";
 *
 * describeVectorIndex("pgvector", () => ({ index: postgresIndex("postgres://app:secret@localhost/test") }));
 * ```
 */
export function describeVectorIndex(name: string, open: OpenVectorIndex): void {
	describe(`index ${name}`, { timeout: TIME_LIMIT_MS }, () => {
		let subject: VectorIndexUnderTest | undefined;
		beforeAll(async () => {
			subject = await open();
			await subject.index.open();
		}, TIME_LIMIT_MS);
		afterAll(async () => {
			await subject?.index.close();
			await subject?.dispose?.();
		}, TIME_LIMIT_MS);

		const setup = () => {
			if (!subject) throw new Error(`index ${name} could not be opened`);
			return createIndexFixture(subject.index);
		};
		describeIndexMarks(setup);
		describeIndexNearest(setup);
		describeIndexErasure(setup);
		describeIndexWords(setup);
		describeIndexModel(setup);
	});
}
