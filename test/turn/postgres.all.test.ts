import { describe } from "vitest";
import { postgresWorlds } from "../api/postgres-worlds.ts";
import { postgresMissing } from "../postgres/server/find-binaries.ts";
import { describeTurns } from "./turns.suite.ts";

describe.skipIf(postgresMissing)(`on a server ${postgresMissing ?? ""}`, () => {
	describeTurns(postgresWorlds("turns, on PostgreSQL"));
});
