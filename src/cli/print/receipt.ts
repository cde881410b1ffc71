import type { ErasureReceipt } from "../../session/index.ts";
import { dim, green, type Screen, yellow } from "../screen/screen.ts";
import { amount, listed } from "./amount.ts";
import { printParagraph } from "./paragraph.ts";

/** What each sort of record is called, in the order in which it is told. */
const NAMES: Readonly<Record<string, readonly [one: string, many: string]>> = {
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
	keys: ["document or idempotency key", "documents and idempotency keys"],
};

/** Counts in words, e.g. `1 session, 12 events and 3 facts`; empty where all are zero. */
export function describeCounts(counts: Readonly<Record<string, number>>): string {
	const names = new Set([...Object.keys(NAMES), ...Object.keys(counts)]);
	const parts = [...names].flatMap((name) => {
		const count = counts[name] ?? 0;
		const [one, many] = NAMES[name] ?? [name, name];
		return count > 0 ? [amount(count, one, many)] : [];
	});
	return listed(parts);
}

/** Ids that are told; the rest is counted. */
const SHOWN = 5;

/** Says what an erasure removed, what a scan still found, and which facts stay. */
export function printReceipt(screen: Screen, receipt: ErasureReceipt): void {
	const { erased, remaining, complete, derived, forgotten } = receipt;
	const gone = describeCounts({ ...erased });
	const tell = (text: string): void => printParagraph(screen, text, { margin: "  " });
	printParagraph(screen, gone === "" ? "There was nothing to delete." : `Deleted: ${gone}.`, {
		margin: "  ",
		first: green("✓ "),
	});
	if (forgotten.length > 0)
		tell(`${amount(forgotten.length, "fact")} that came from nothing else went with it.`);
	if (complete) tell("A scan afterwards found nothing left of it.");
	else {
		const first = yellow("! ");
		const left = describeCounts({ ...remaining });
		const text = `Not complete: a scan still found ${left}, written meanwhile. Type the command again.`;
		printParagraph(screen, text, { margin: "  ", first });
	}
	if (derived.length === 0) return;
	const [them, stay] = derived.length === 1 ? ["it", "stays"] : ["them", "stay"];
	tell(
		`${amount(derived.length, "fact")} that came from it ${stay}: \`holdfast facts forget <id>\` removes ${them}.`,
	);
	for (const id of derived.slice(0, SHOWN)) screen.line(dim(`    ${id}`));
	if (derived.length > SHOWN) screen.line(dim(`    and ${derived.length - SHOWN} more`));
}
