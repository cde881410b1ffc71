import { memoryStore } from "../../src/index.ts";
import { embeddedWorld } from "../api/world.ts";
import { describeDelivering } from "./delivering.ts";

describeDelivering({ name: "in memory", create: async () => embeddedWorld(memoryStore()) });
