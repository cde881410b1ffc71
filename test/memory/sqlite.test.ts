import { sqliteWorlds } from "../api/sqlite-worlds.ts";
import { describeMemory } from "./suite.ts";

describeMemory({ ...sqliteWorlds, name: "memory, on a SQLite file" });
