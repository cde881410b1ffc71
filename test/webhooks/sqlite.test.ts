import { sqliteWorlds } from "../api/sqlite-worlds.ts";
import { describeDelivering } from "./delivering.ts";

describeDelivering(sqliteWorlds);
