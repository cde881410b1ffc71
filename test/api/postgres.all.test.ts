import { describe } from "vitest";
import { postgresMissing } from "../postgres/server/find-binaries.ts";
import { describeApi } from "./api.suite.ts";
import { postgresWorlds } from "./postgres-worlds.ts";

describe.skipIf(postgresMissing)(`on a server ${postgresMissing ?? ""}`, () => {
	describeApi(postgresWorlds("embedded, on PostgreSQL"));
});
