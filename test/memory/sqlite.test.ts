import { sqliteWorlds } from "../api/sqlite-worlds.ts";
import { describeMemory } from "./memory.suite.ts";

describeMemory({ ...sqliteWorlds, name: "memory, on a SQLite file" });
