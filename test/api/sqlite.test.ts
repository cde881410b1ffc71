import { describeApi } from "./api.suite.ts";
import { sqliteWorlds } from "./sqlite-worlds.ts";

describeApi(sqliteWorlds);
