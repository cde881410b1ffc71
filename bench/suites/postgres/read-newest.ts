import { alternate, atLeast, type Row } from "../../measure.ts";
import { analyze, openOurs, openRaw, scaled } from "../../postgres.ts";
import { fill } from "../../stores.ts";
import { spread } from "./spread.ts";

const READS = 50;

/** The newest 50 of a session of 10,000 events. */
export async function readNewest(url: string): Promise<Row> {
	const raw = await openRaw(url);
	await raw.fill("long", 10_000);
	const hf = await openOurs(url);
	await fill(hf, "long", 10_000);
	await analyze(url);
	const session = hf.session({ agentId: "bench", sessionId: "long" });
	const ours = () => spread(1, READS, () => session.events({ last: 50 }));
	const theirs = () => spread(1, READS, () => raw.last("long", 50));
	for (let i = 0; i < scaled(20); i++) {
		await ours();
		await theirs();
	}
	const { oursMs, rawMs, rawOverOurs } = await alternate(scaled(40), ours, theirs);
	await hf.close();
	await raw.close();
	const us = (ms: number): string => `${((ms / READS) * 1000).toFixed(0)} µs`;
	return atLeast("PostgreSQL: newest 50 of 10,000 events", us(oursMs), us(rawMs), rawOverOurs, 0.5);
}
