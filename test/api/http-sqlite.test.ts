import { httpSqliteWorlds } from "./http-worlds.ts";
import { describeApi } from "./suite.ts";

describeApi(httpSqliteWorlds);
