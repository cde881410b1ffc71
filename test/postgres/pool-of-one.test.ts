import { describe } from "vitest";
import { postgres } from "../../src/store/postgres/index.ts";
import { describeStore } from "../../src/testing/index.ts";
import { postgresMissing } from "./server/find-binaries.ts";
import { newSchema } from "./server/test-database.ts";

/** Whoever takes a second connection while it holds one would wait for ever. */
describe.skipIf(postgresMissing)(`with a pool of one connection ${postgresMissing ?? ""}`, () => {
	describeStore(
		"postgres on one connection",
		async () => {
			const { url, schema, dispose } = await newSchema();
			const open = () => postgres(url, { schema, pool: 1 });
			return { store: open(), second: open, dispose };
		},
		{ model: { runs: 5 } },
	);
});
