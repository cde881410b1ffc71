import { useConnection } from "../../connect/connection.tsx";
import { Badge, type Tone } from "../../parts/badge.tsx";

type Chip = readonly [words: string, tone: Tone | undefined];

/** A capability by its path. Stores of others may tell more, or less. */
const at = (value: unknown, ...path: string[]): unknown =>
	path.reduce<unknown>(
		(inner, name) =>
			typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
		value,
	);

function chipsOf(capabilities: unknown): Chip[] {
	const chips: Chip[] = [
		at(capabilities, "durable") === true
			? ["keeps everything across restarts", "good"]
			: ["forgets everything with its process", "warn"],
		at(capabilities, "shared") === true
			? ["several processes at once", "good"]
			: ["one process at a time", undefined],
	];
	const keyword = at(capabilities, "search", "keyword");
	if (keyword === "index") chips.push(["words: by an index", "good"]);
	else if (keyword === "scan") chips.push(["words: held in the process", undefined]);
	else chips.push(["words: no search", "warn"]);
	const vector = at(capabilities, "search", "vector");
	if (vector === "hnsw") chips.push(["vectors: by a graph (HNSW)", "good"]);
	else if (vector === "scan") chips.push(["vectors: each is compared", undefined]);
	const bytes = at(capabilities, "limits", "eventBytes");
	if (typeof bytes === "number")
		chips.push([`events up to ${Math.round(bytes / 1_024).toLocaleString()} KiB`, undefined]);
	return chips;
}

/** Where memory is kept, and what can be done there. */
export function Backend() {
	const { store, memory } = useConnection().about;
	if (!store) return null;
	const reason = at(store.capabilities, "search", "reason");
	return (
		<section className="agent-backend" aria-label="Backend">
			<span className="row">
				<b>Backend</b> <span className="mono">{store.name}</span>
				{memory && (
					<span className="soft small">
						{memory.index === "process"
							? "facts are searched in the process"
							: `facts of large owners are found by ${memory.index}`}
					</span>
				)}
			</span>
			<span className="row agent-chips">
				{chipsOf(store.capabilities).map(([words, tone]) => (
					<Badge key={words} tone={tone}>
						{words}
					</Badge>
				))}
			</span>
			{typeof reason === "string" && <span className="soft small">{reason}</span>}
		</section>
	);
}
