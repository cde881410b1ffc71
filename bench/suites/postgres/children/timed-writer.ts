import { openOurs } from "../../../postgres.ts";

/** url session count listen: appends events that carry the moment before their append, one every few milliseconds. */
const [url = "", sessionId = "", count = "100", listen = "true"] = process.argv.slice(2);
const hf = await openOurs(url, { listen: listen === "true" });
const session = hf.session({ agentId: "bench", sessionId });
for (let i = 0; i < Number(count); i++) {
	await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20));
	const sent = performance.timeOrigin + performance.now();
	await session.append({ kind: "custom", source: "system", data: { type: "tick", sent } });
}
await hf.close();
