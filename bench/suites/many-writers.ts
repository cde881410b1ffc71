import { join } from "node:path";
import { alternate, atLeast, perSecond, type Row } from "../measure.ts";
import { type Durability, inFolder, message, openOurs, openRaw } from "../stores.ts";

const SESSIONS = 1000;
const WRITERS = 32;

/** 32 async writers over 1,000 sessions. */
export async function manyWriters(durability: Durability, floor: number): Promise<Row> {
	return inFolder(async (dir) => {
		const raw = openRaw(join(dir, "raw.db"), durability);
		const hf = await openOurs(join(dir, "ours.db"), durability);
		const sessions = Array.from({ length: SESSIONS }, (_, i) =>
			hf.session({ agentId: "bench", sessionId: `s${i}` }),
		);
		const count = durability === "full" ? 1000 : 4000;
		const spread = async (append: (i: number) => Promise<unknown>): Promise<void> => {
			let next = 0;
			const writer = async (): Promise<void> => {
				for (let i = next++; i < count; i = next++) await append(i % SESSIONS);
			};
			await Promise.all(Array.from({ length: WRITERS }, writer));
		};
		const ours = () => spread((i) => sessions[i]?.append(message(i)) ?? Promise.resolve());
		const theirs = () => spread((i) => raw.append(`s${i}`, i));
		await ours();
		await theirs();
		const { oursMs, rawMs, rawOverOurs } = await alternate(12, ours, theirs);
		await hf.close();
		raw.close();
		const what = `${WRITERS} writers, ${SESSIONS.toLocaleString("en")} sessions, \`${durability}\``;
		return atLeast(what, perSecond(count, oursMs), perSecond(count, rawMs), rawOverOurs, floor);
	});
}
