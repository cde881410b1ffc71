import { describe } from "vitest";
import { postgresMissing } from "../postgres/server/find-binaries.ts";
import { postgresWorlds } from "./postgres-worlds.ts";
import { describeApi } from "./suite.ts";

describe.skipIf(postgresMissing)(`on a server ${postgresMissing ?? ""}`, () => {
	describeApi(postgresWorlds("embedded, on PostgreSQL"));
});
