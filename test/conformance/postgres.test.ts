import { describe } from "vitest";
import { postgres } from "../../src/store/postgres/index.ts";
import { describeStore } from "../../src/testing/index.ts";
import { postgresMissing } from "../postgres/server/find-binaries.ts";
import { newSchema } from "../postgres/server/test-database.ts";

/** Random sequences take several times as long here as on SQLite, which runs the same operations 100 times. */
const model = { runs: 40 };

async function subject() {
	const { url, schema, dispose } = await newSchema();
	const open = () => postgres(url, { schema });
	return { store: open(), second: open, dispose };
}

describe.skipIf(postgresMissing)(`on a server ${postgresMissing ?? ""}`, () => {
	describeStore("postgres", subject, { model });
});
