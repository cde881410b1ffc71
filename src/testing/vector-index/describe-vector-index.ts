import { afterAll, beforeAll, describe } from "vitest";
import type { VectorIndex } from "../../store/ports/index.ts";
import { describeIndexErasure } from "./index-erasure.ts";
import { createIndexFixture } from "./index-fixture.ts";
import { describeIndexMarks } from "./index-marks.ts";
import { describeIndexModel } from "./index-model.ts";
import { describeIndexSearch } from "./index-search.ts";

/** An index to certify. Tests keep to tenants of their own, so it may hold anything else. */
export interface VectorIndexUnderTest {
	index: VectorIndex;
	/** Called after the index was closed. */
	dispose?(): void | Promise<void>;
}

export type OpenVectorIndex = () => VectorIndexUnderTest | Promise<VectorIndexUnderTest>;

/** For slow machines and servers far away. */
const TIME_LIMIT_MS = 60_000;

/**
 * Certifies an index: declares the conformance suite for it in the running test file. The suite needs the peer `vitest`.
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
		for (const suite of [describeIndexMarks, describeIndexSearch, describeIndexErasure, describeIndexModel])
			suite(setup);
	});
}
