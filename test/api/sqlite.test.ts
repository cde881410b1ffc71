import { sqliteWorlds } from "./sqlite-worlds.ts";
import { describeApi } from "./suite.ts";

describeApi(sqliteWorlds);
