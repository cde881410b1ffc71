import type { ErasureReceipt } from "../../session/index.ts";
import { dim, green, type Screen, yellow } from "../screen/screen.ts";
import { amount, listed } from "./amount.ts";
import { printParagraph } from "./paragraph.ts";

/** The names of the kinds of records, in the order in which they are printed. */
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

/** Counts in words, e.g. `1 session, 12 events and 3 facts`; empty if all are zero. */
export function describeCounts(counts: Readonly<Record<string, number>>): string {
	const names = new Set([...Object.keys(NAMES), ...Object.keys(counts)]);
	const parts = [...names].flatMap((name) => {
		const count = counts[name] ?? 0;
		const [one, many] = NAMES[name] ?? [name, name];
		return count > 0 ? [amount(count, one, many)] : [];
	});
	return listed(parts);
}

/** How many ids are printed; the rest is counted. */
const SHOWN = 5;

/** Prints a receipt: what was deleted, what is left, and which facts stay. */
export function printReceipt(screen: Screen, receipt: ErasureReceipt): void {
	const { erased, remaining, complete, derived, forgotten } = receipt;
	const gone = describeCounts({ ...erased });
	const tell = (text: string): void => printParagraph(screen, text, { margin: "  " });
	printParagraph(screen, gone === "" ? "Nothing to delete." : `Deleted: ${gone}.`, {
		margin: "  ",
		first: green("✓ "),
	});
	if (forgotten.length > 0) tell(`This includes ${amount(forgotten.length, "fact")} with no other source.`);
	if (complete) tell("A scan after the deletion found nothing left.");
	else {
		const first = yellow("! ");
		const left = describeCounts({ ...remaining });
		const text = `Not complete: a scan found ${left}, written during the deletion. Run the command again.`;
		printParagraph(screen, text, { margin: "  ", first });
	}
	if (derived.length === 0) return;
	const [them, stay] = derived.length === 1 ? ["it", "stays"] : ["them", "stay"];
	tell(
		`${amount(derived.length, "fact")} from the deleted data ${stay}. To delete ${them}: \`holdfast facts forget <id>\``,
	);
	for (const id of derived.slice(0, SHOWN)) screen.line(dim(`    ${id}`));
	if (derived.length > SHOWN) screen.line(dim(`    and ${derived.length - SHOWN} more`));
}
