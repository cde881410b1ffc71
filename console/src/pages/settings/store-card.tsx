import type { Capabilities } from "holdfast";
import { useConnection } from "../../connect/connection.tsx";
import { Card } from "../../parts/card.tsx";

const size = (bytes: number): string =>
	bytes >= 1 << 20 ? `${Math.round(bytes / (1 << 20))} MiB` : `${Math.round(bytes / 1_024)} KiB`;

/** A server of another version may omit fields. Missing fields are not shown. */
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
					? "yes: acknowledged writes survive the end of the process"
					: "no: data is lost when the process ends",
		],
		[
			"Shared",
			shared === undefined
				? undefined
				: shared
					? "yes: several processes can use it at the same time"
					: "no: one process only",
		],
		["Largest event", limits?.eventBytes === undefined ? undefined : size(limits.eventBytes)],
		["Events in one append", limits?.batchEvents?.toLocaleString()],
		[
			"Keyword search",
			search?.keyword === undefined
				? undefined
				: search.keyword === "index"
					? "index, for large owners"
					: "in the process",
		],
		[
			"Vector search",
			search?.vector === undefined
				? undefined
				: search.vector === "hnsw"
					? "HNSW index, for large owners"
					: "full scan",
		],
		["Reason for no index", search?.reason],
	];
	return said.flatMap(([name, words]) => (words === undefined ? [] : [[name, words]]));
}

/** The store and its capabilities. */
export function StoreCard() {
	const { store } = useConnection().about;
	if (!store) return null;
	return (
		<Card title="Store">
			<dl className="pairs">
				<dt>Name</dt>
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
