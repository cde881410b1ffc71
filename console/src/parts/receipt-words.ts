import type { ErasureReceipt } from "holdfast";

type Counts = ErasureReceipt["erased"];

/** The name of each kind of record, in display order. */
const NAMES: Readonly<Record<keyof Counts, readonly [one: string, many: string]>> = {
	sessions: ["session", "sessions"],
	events: ["event", "events"],
	facts: ["fact", "facts"],
	users: ["user", "users"],
	runs: ["run", "runs"],
	state: ["state key", "state keys"],
	terms: ["search entry", "search entries"],
	vectors: ["vector", "vectors"],
	spans: ["trace span", "trace spans"],
	jobs: ["job", "jobs"],
	deliveries: ["webhook delivery", "webhook deliveries"],
	keys: ["document or key", "documents and keys"],
};

/** The counts with their names, without zeros. */
export function countsTold(counts: Counts): { name: string; count: number }[] {
	return Object.entries(NAMES).flatMap(([key, [one, many]]) => {
		const count = counts[key as keyof Counts] ?? 0;
		return count > 0 ? [{ name: count === 1 ? one : many, count }] : [];
	});
}

const inWords = (counts: Counts): string =>
	countsTold(counts)
		.map(({ name, count }) => `${count.toLocaleString()} ${name}`)
		.join(", ");

/** A receipt in one or two sentences, for a toast. */
export function receiptWords({ erased, remaining, complete }: ErasureReceipt): string {
	const gone = inWords(erased);
	const first = gone === "" ? "Nothing to delete." : `Deleted: ${gone}.`;
	return complete
		? first
		: `${first} Still there, because written during the deletion: ${inWords(remaining)}.`;
}
