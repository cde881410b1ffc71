import { holdfast } from "holdfast";
import { sqlite } from "holdfast/sqlite";

const hf = await holdfast({ store: sqlite(process.argv[2]) });
const session = hf.session({ agentId: "bench", sessionId: "first" });
await session.append({ kind: "message", source: "user", data: { role: "user", content: "hello" } });
console.log(performance.now());
