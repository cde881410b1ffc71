import { memoryStore } from "../../src/index.ts";
import { embeddedWorld } from "../api/world.ts";
import { describeDelivering } from "./delivering.suite.ts";
import { describeSubscribing } from "./subscribing.suite.ts";

const backend = { name: "in memory", create: async () => embeddedWorld(memoryStore()) };
describeDelivering(backend);
describeSubscribing(backend);
