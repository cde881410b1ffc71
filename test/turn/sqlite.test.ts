import { sqliteWorlds } from "../api/sqlite-worlds.ts";
import { describeTurns } from "./suite.ts";

describeTurns({ ...sqliteWorlds, name: "turns, on a SQLite file" });
