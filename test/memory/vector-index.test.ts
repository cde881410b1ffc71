import { holdfast, memoryStore } from "../../src/index.ts";
import { memoryIndex } from "../../src/testing/vector-index/memory-index.ts";
import { embeddedWorld, type World } from "../api/world.ts";
import { describeMemory } from "./memory.suite.ts";

const twice = "the receipt also counts the vectors in the index; see life-of-a-vector-index.test.ts";

/** Every owner, however small, is searched with an index of vectors only. */
describeMemory({
	name: "memory, with an index of vectors",
	skips: {
		"deleting a space removes its facts and nothing else (ER1)": twice,
		"a session: its own facts and its index go; facts of the user stay, without what came from it (ER1)":
			twice,
		"a user: sessions, facts, vectors and jobs under every agent; nobody else's (US4)": twice,
	},
	create: async (): Promise<World> => {
		const store = memoryStore();
		const index = memoryIndex();
		return { ...embeddedWorld(store), connect: (options) => holdfast({ store, index, ...options }) };
	},
});
