import { join } from "node:path";
import { alternate, atLeast, atMost, perSecond, type Row } from "../measure.ts";
import { type Durability, fill, inFolder, message, openOurs, openRaw } from "../stores.ts";

/** The figure is that of a process that has been running for a while: JavaScript needs some seconds to be compiled. */
async function warmUp(dir: string): Promise<void> {
	const hf = await openOurs(join(dir, "warm.db"), "normal");
	const session = hf.session({ agentId: "bench", sessionId: "warm" });
	for (let i = 0; i < 20_000; i++) await session.append(message(i));
	await hf.close();
}

/** One writer, one session, one message per append. */
export async function oneWriter(durability: Durability, floor: number): Promise<Row> {
	return inFolder(async (dir) => {
		const raw = openRaw(join(dir, "raw.db"), durability);
		const hf = await openOurs(join(dir, "ours.db"), durability);
		const session = hf.session({ agentId: "bench", sessionId: "long" });
		const slice = durability === "full" ? 100 : 500;
		const ours = async (): Promise<void> => {
			for (let i = 0; i < slice; i++) await session.append(message(i));
		};
		const theirs = async (): Promise<void> => {
			for (let i = 0; i < slice; i++) await raw.append("long", i);
		};
		await warmUp(dir);
		await ours();
		await theirs();
		const { oursMs, rawMs, rawOverOurs } = await alternate(30, ours, theirs);
		await hf.close();
		raw.close();
		const what = `one writer, one session, \`${durability}\``;
		return atLeast(what, perSecond(slice, oursMs), perSecond(slice, rawMs), rawOverOurs, floor);
	});
}

/** The same append to a session of 100,000 events and to one of 1,000. */
export async function growth(): Promise<Row> {
	return inFolder(async (dir) => {
		const hf = await openOurs(join(dir, "ours.db"), "normal");
		await fill(hf, "short", 1000);
		await fill(hf, "long", 100_000);
		const to = (sessionId: string) => async (): Promise<void> => {
			const session = hf.session({ agentId: "bench", sessionId });
			for (let i = 0; i < 100; i++) await session.append(message(i));
		};
		const { oursMs, rawMs, rawOverOurs } = await alternate(30, to("long"), to("short"));
		await hf.close();
		const us = (ms: number): string => `${((ms / 100) * 1000).toFixed(0)} µs`;
		return atMost("append at 100,000 events / at 1,000", us(oursMs), us(rawMs), 1 / rawOverOurs, 1.2);
	});
}
