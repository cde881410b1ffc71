import { memoryStore } from "../../src/index.ts";
import { describeApi } from "./api.suite.ts";
import { embeddedWorld } from "./world.ts";

describeApi({ name: "embedded, in memory", create: async () => embeddedWorld(memoryStore()) });
