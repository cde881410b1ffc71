import { describeVectorIndex } from "../../src/testing/index.ts";
import { memoryIndex } from "../../src/testing/vector-index/memory-index.ts";

describeVectorIndex("memory, vectors only", () => ({ index: memoryIndex() }));
