import { describeApi } from "./api.suite.ts";
import { httpSqliteWorlds } from "./http-worlds.ts";

describeApi(httpSqliteWorlds);
