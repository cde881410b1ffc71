import { openOurs, openRaw } from "../../../postgres.ts";
import { appendInTurn, spread } from "../spread.ts";

export interface WriterReport {
	start: number;
	end: number;
	rejected: number;
	/** Resident memory at the end. */
	bytes: number;
}

/**
 * `ours|raw` url sessions writers count: warms up, says "ready", and on any message appends; each process begins at another
 * session, so that they meet now and then.
 */
const [kind, url = "", sessions = "1000", writers = "8", count = "1000", shift = "0"] = process.argv.slice(2);

async function open(): Promise<{ append: (i: number) => Promise<unknown>; close: () => Promise<void> }> {
	if (kind === "ours") {
		const hf = await openOurs(url);
		return { append: appendInTurn(hf, Number(sessions)), close: () => hf.close() };
	}
	const raw = await openRaw(url, Number(writers));
	return { append: (i) => raw.append(`s${i % Number(sessions)}`, i), close: () => raw.close() };
}

const { append, close } = await open();
const work = async (): Promise<WriterReport> => {
	let rejected = 0;
	const start = Date.now();
	await spread(Number(writers), Number(count), (i) =>
		append(i + Number(shift)).catch(() => {
			rejected += 1;
		}),
	);
	return { start, end: Date.now(), rejected, bytes: process.memoryUsage().rss };
};
await work();
process.once("message", async () => {
	const report = await work();
	await close();
	process.send?.(report, () => process.disconnect());
});
process.send?.("ready");
