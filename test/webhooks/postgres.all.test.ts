import { describe } from "vitest";
import { postgresWorlds } from "../api/postgres-worlds.ts";
import { postgresMissing } from "../postgres/server/find-binaries.ts";
import { describeDelivering } from "./delivering.suite.ts";
import { describeSubscribing } from "./subscribing.suite.ts";

describe.skipIf(postgresMissing)(`on a server ${postgresMissing ?? ""}`, () => {
	describeDelivering(postgresWorlds("on PostgreSQL"));
	describeSubscribing(postgresWorlds("on PostgreSQL"));
});
