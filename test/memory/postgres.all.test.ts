import { describe } from "vitest";
import { postgresWorlds } from "../api/postgres-worlds.ts";
import { postgresMissing } from "../postgres/server/find-binaries.ts";
import { describeMemory } from "./memory.suite.ts";

describe.skipIf(postgresMissing)(`on a server ${postgresMissing ?? ""}`, () => {
	describeMemory(postgresWorlds("memory, on PostgreSQL"));
});
