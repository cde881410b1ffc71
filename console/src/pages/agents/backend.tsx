import { useConnection } from "../../connect/connection.tsx";
import { Badge, type Tone } from "../../parts/badge.tsx";

type Chip = readonly [words: string, tone: Tone | undefined];

/** A capability by its path. Third-party stores may report more or fewer. */
const at = (value: unknown, ...path: string[]): unknown =>
	path.reduce<unknown>(
		(inner, name) =>
			typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
		value,
	);

function chipsOf(capabilities: unknown): Chip[] {
	const chips: Chip[] = [
		at(capabilities, "durable") === true
			? ["durable: survives restarts", "good"]
			: ["in memory: lost when the process ends", "warn"],
		at(capabilities, "shared") === true
			? ["shared by several processes", "good"]
			: ["one process only", undefined],
	];
	const keyword = at(capabilities, "search", "keyword");
	if (keyword === "index") chips.push(["keywords: index", "good"]);
	else if (keyword === "scan") chips.push(["keywords: in the process", undefined]);
	else chips.push(["keywords: no search", "warn"]);
	const vector = at(capabilities, "search", "vector");
	if (vector === "hnsw") chips.push(["vectors: HNSW index", "good"]);
	else if (vector === "scan") chips.push(["vectors: full scan", undefined]);
	const bytes = at(capabilities, "limits", "eventBytes");
	if (typeof bytes === "number")
		chips.push([`events up to ${Math.round(bytes / 1_024).toLocaleString()} KiB`, undefined]);
	return chips;
}

/** The store and its capabilities. */
export function Backend() {
	const { store, memory } = useConnection().about;
	if (!store) return null;
	const reason = at(store.capabilities, "search", "reason");
	return (
		<section className="agent-backend" aria-label="Store">
			<span className="row">
				<b>Store</b> <span className="mono">{store.name}</span>
				{memory && (
					<span className="soft small">
						{memory.index === "process"
							? "searches facts in the process"
							: `searches facts of large owners with ${memory.index}`}
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
