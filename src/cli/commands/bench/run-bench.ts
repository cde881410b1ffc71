import { randomBytes } from "node:crypto";
import type { NewEvent } from "../../../event/index.ts";
import type { Holdfast } from "../../../interface.ts";
import type { ErasureReceipt } from "../../../session/index.ts";
import { benchReport } from "../../../wire/cli/bench.ts";
import { answers, type Call } from "../../command.ts";
import { describeTarget } from "../../connect/target.ts";
import { printReceipt } from "../../print/receipt.ts";
import { dim, yellow } from "../../screen/screen.ts";
import { printTable } from "../../screen/table.ts";
import { openBaseline } from "./baseline.ts";
import { type Measured, measure } from "./measure.ts";
import { bench } from "./spec.ts";

const WRITERS = 16;
const NEWEST = 50;
/** The number of the warm-up call, which is not measured. */
const WARM_UP = 1_000_000;

export const runBench = answers(bench, {
	answer: benchReport,
	async run(call) {
		const hf = await call.open();
		const agentId = `holdfast-bench-${randomBytes(6).toString("hex")}`;
		let items: Measured[] = [];
		let erased: ErasureReceipt | undefined;
		try {
			items = await measureAll(hf, agentId, call);
		} finally {
			if (!call.options.keep) erased = await erase(hf, agentId, call);
		}
		call.signal.throwIfAborted();
		const most = items[0]?.perSecond ?? 0;
		return {
			target: describeTarget(await call.target()),
			agentId,
			items: items.map((one) => ({ ...one, ratio: one.perSecond > 0 ? most / one.perSecond : 0 })),
			...(erased && { receipt: erased }),
		};
	},
	show({ items, target, agentId, receipt: erased }, { out, err }) {
		err.line(dim(`Target: ${target}`));
		const ms = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(0));
		printTable(
			out,
			[
				{ title: "OPERATION", value: ({ what }) => what, style: "bold", shrinks: true },
				{ title: "PER SECOND", value: ({ perSecond }) => Math.round(perSecond), align: "right" },
				{ title: "MEDIAN MS", value: ({ medianMs }) => ms(medianMs), align: "right" },
				{ title: "95% MS", value: ({ p95Ms }) => ms(p95Ms), align: "right" },
				{ title: "RATIO", value: ({ ratio }) => ratio.toFixed(1), align: "right" },
			],
			items,
		);
		if (erased) printReceipt(err, erased);
		else err.line(dim(`The data is kept. To delete it: \`holdfast memory rm --agent ${agentId} --all\``));
	},
});

/** Deletes the data, also after Ctrl-C or a failure. If that fails, names the agent that is left. */
async function erase(hf: Holdfast, agentId: string, { err, globals }: Call): Promise<ErasureReceipt> {
	try {
		return await hf.erase({ agentId });
	} catch (error) {
		if (!globals.json) err.line(yellow("! "), `The data of the agent ${agentId} could not be deleted.`);
		throw error;
	}
}

async function measureAll(hf: Holdfast, agentId: string, call: Call<typeof bench>): Promise<Measured[]> {
	const { signal, options } = call;
	const bar = call.progress("Measuring");
	const baseline = await openBaseline(await call.target(), hf, agentId);
	const sessions = Array.from({ length: WRITERS }, (_, i) => hf.session({ agentId, sessionId: `s${i}` }));
	const [session] = sessions;
	const memory = hf.memory(agentId, { create: true });
	const say = (writer: number, i: number) =>
		sessions[writer]?.history.append({ role: "user", content: `${SENTENCE} ${writer} ${i}` });
	const works: readonly (readonly [string, number, (writer: number, i: number) => unknown])[] = [
		[baseline.what, 1, () => baseline.act()],
		["append a message", 1, say],
		[`append, ${WRITERS} writers`, WRITERS, say],
		[`read the newest ${NEWEST}`, 1, () => session?.history.last(NEWEST)],
		[
			"write a fact",
			1,
			(_, i) => memory.write(`Customer ${i} of the bench likes ${THINGS[i % THINGS.length]}.`),
		],
		["search facts", 1, (_, i) => memory.search(`who likes ${THINGS[i % THINGS.length]}`)],
	];
	const ms = (options.seconds * 1_000) / works.length;
	const found: Measured[] = [];
	try {
		await session?.append(Array.from({ length: NEWEST }, (_, i) => message(i)));
		for (const [at, [what, writers, act]] of works.entries()) {
			const onTime = (part: number): void => bar.at(Math.round((at + part) * 100), works.length * 100, what);
			// Warm up: the first call loads modules and caches.
			await act(0, WARM_UP);
			found.push(await measure(what, { ms, signal, writers, onTime }, act));
			if (signal.aborted) break;
		}
	} finally {
		bar.end();
		baseline.end();
	}
	return found;
}

const message = (i: number): NewEvent => ({
	kind: "message",
	source: "user",
	data: { role: "user", content: `${SENTENCE} ${i}` },
});

const SENTENCE =
	"The quick brown fox jumps over the lazy dog while the agent remembers what was said about plans.";
const THINGS = [
	"tea",
	"long walks",
	"short answers",
	"the sea",
	"old maps",
	"bread",
	"trains",
	"quiet rooms",
];
