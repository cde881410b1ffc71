import { openOurs } from "../stores.ts";

/** path count: appends events that carry the moment of their acknowledgement's start, one every few milliseconds. */
const [path = "", count = "100"] = process.argv.slice(2);
const hf = await openOurs(path, "normal");
const session = hf.session({ agentId: "bench", sessionId: "followed" });
for (let i = 0; i < Number(count); i++) {
	await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20));
	await session.append({
		kind: "custom",
		source: "system",
		data: { type: "tick", sent: performance.timeOrigin + performance.now() },
	});
}
await hf.close();
