import { httpMemoryWorlds } from "../api/http-worlds.ts";
import { describeMemory } from "./suite.ts";

describeMemory(httpMemoryWorlds);
