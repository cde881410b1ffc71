import { sqliteWorlds } from "../api/sqlite-worlds.ts";
import { describeDelivering } from "./delivering.ts";
import { describeSubscribing } from "./subscribing.ts";

describeDelivering(sqliteWorlds);
describeSubscribing(sqliteWorlds);
