import { sqliteWorlds } from "../api/sqlite-worlds.ts";
import { describeDelivering } from "./delivering.suite.ts";
import { describeSubscribing } from "./subscribing.suite.ts";

describeDelivering(sqliteWorlds);
describeSubscribing(sqliteWorlds);
