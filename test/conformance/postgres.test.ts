import { describe } from "vitest";
import { postgres } from "../../src/store/postgres/index.ts";
import { describeStore } from "../../src/testing/index.ts";
import { postgresMissing } from "../postgres/server/find-binaries.ts";
import { newSchema } from "../postgres/server/test-database.ts";

describe.skipIf(postgresMissing)(`on a server ${postgresMissing ?? ""}`, () => {
	describeStore("postgres", async () => {
		const { url, schema, dispose } = await newSchema();
		const open = () => postgres(url, { schema });
		return { store: open(), second: open, dispose };
	});
});
