import type { ErasureReceipt } from "holdfast";

type Counts = ErasureReceipt["erased"];

/** What each sort of record is called, in the order in which it is told. */
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

/** What there is of each sort, without those of which there is nothing. */
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

/** An erasure in one sentence or two, for a toast. */
export function receiptWords({ erased, remaining, complete }: ErasureReceipt): string {
	const gone = inWords(erased);
	const first = gone === "" ? "There was nothing to delete." : `Deleted: ${gone}.`;
	return complete ? first : `${first} Still there, written meanwhile: ${inWords(remaining)}.`;
}
