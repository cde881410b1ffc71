import { join } from "node:path";
import { alternate, atLeast, type Row } from "../measure.ts";
import { fill, inFolder, openOurs, openRaw } from "../stores.ts";

/** The newest 50 of a session of 10,000 events. */
export async function readNewest(): Promise<Row> {
	return inFolder(async (dir) => {
		const raw = openRaw(join(dir, "raw.db"), "normal");
		raw.fill("long", 10_000);
		const hf = await openOurs(join(dir, "ours.db"), "normal");
		await fill(hf, "long", 10_000);
		const session = hf.session({ agentId: "bench", sessionId: "long" });
		const ours = async (): Promise<void> => {
			for (let i = 0; i < 200; i++) await session.events({ last: 50 });
		};
		const theirs = async (): Promise<void> => {
			for (let i = 0; i < 200; i++) await raw.last("long", 50);
		};
		await ours();
		await theirs();
		const { oursMs, rawMs, rawOverOurs } = await alternate(20, ours, theirs);
		await hf.close();
		raw.close();
		const us = (ms: number): string => `${((ms / 200) * 1000).toFixed(0)} µs`;
		return atLeast("newest 50 of 10,000 events", us(oursMs), us(rawMs), rawOverOurs, 0.5);
	});
}
