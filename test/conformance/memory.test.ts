import { memoryStore } from "../../src/index.ts";
import { describeStore } from "../../src/testing/index.ts";

describeStore("memory", () => ({ store: memoryStore() }));
