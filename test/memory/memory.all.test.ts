import { memoryStore } from "../../src/index.ts";
import { embeddedWorld } from "../api/world.ts";
import { describeMemory } from "./memory.suite.ts";

describeMemory({ name: "memory, in memory", create: async () => embeddedWorld(memoryStore()) });
