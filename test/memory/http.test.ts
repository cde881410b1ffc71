import { httpMemoryWorlds } from "../api/http-worlds.ts";
import { describeMemory } from "./memory.suite.ts";

describeMemory(httpMemoryWorlds);
