import type { Capabilities } from "holdfast";
import { useConnection } from "../../connect/connection.tsx";
import { Card } from "../../parts/card.tsx";

const size = (bytes: number): string =>
	bytes >= 1 << 20 ? `${Math.round(bytes / (1 << 20))} MiB` : `${Math.round(bytes / 1_024)} KiB`;

/** Of another version's server something may be missing: what is not told is not shown. */
type Told = Partial<Pick<Capabilities, "durable" | "shared">> & {
	limits?: Partial<Capabilities["limits"]>;
	search?: Partial<Capabilities["search"]>;
};

function sentences({ durable, shared, limits, search }: Told): [string, string][] {
	const said: [string, string | undefined][] = [
		[
			"Durable",
			durable === undefined
				? undefined
				: durable
					? "yes: what was acknowledged survives the end of the process"
					: "no: it ends with the process",
		],
		[
			"Shared",
			shared === undefined
				? undefined
				: shared
					? "yes: several processes may use it at once"
					: "no: it is one process's own",
		],
		["Largest event", limits?.eventBytes === undefined ? undefined : size(limits.eventBytes)],
		["Events in one append", limits?.batchEvents?.toLocaleString()],
		[
			"Search by words",
			search?.keyword === undefined
				? undefined
				: search.keyword === "index"
					? "with an index, for large owners"
					: "in the process",
		],
		[
			"Search by meaning",
			search?.vector === undefined
				? undefined
				: search.vector === "hnsw"
					? "with an index (HNSW), for large owners"
					: "every vector is compared",
		],
		["Why no index", search?.reason],
	];
	return said.flatMap(([name, words]) => (words === undefined ? [] : [[name, words]]));
}

/** Where everything is kept, and what that can do. */
export function StoreCard() {
	const { store } = useConnection().about;
	if (!store) return null;
	return (
		<Card title="Store">
			<dl className="pairs">
				<dt>Kept in</dt>
				<dd>{store.name}</dd>
				{sentences(store.capabilities as Told).map(([name, words]) => (
					<div key={name} className="settings-pair">
						<dt>{name}</dt>
						<dd>{words}</dd>
					</div>
				))}
			</dl>
		</Card>
	);
}
