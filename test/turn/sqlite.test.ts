import { sqliteWorlds } from "../api/sqlite-worlds.ts";
import { describeTurns } from "./turns.suite.ts";

describeTurns({ ...sqliteWorlds, name: "turns, on a SQLite file" });
