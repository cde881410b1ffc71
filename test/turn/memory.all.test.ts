import { memoryStore } from "../../src/index.ts";
import { embeddedWorld } from "../api/world.ts";
import { describeTurns } from "./turns.suite.ts";

describeTurns({ name: "turns, in memory", create: async () => embeddedWorld(memoryStore()) });
