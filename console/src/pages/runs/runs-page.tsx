import { Empty, ErrorNote } from "../../parts/note.tsx";
import { Page } from "../../parts/page.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { RunFilters, useRunFilter } from "./run-filters.tsx";
import { RunRow } from "./run-row.tsx";
import { useRuns } from "./use-runs.ts";
import "./runs-page.css";

function RunList() {
	const filter = useRunFilter();
	const { runs, error, isLoading, more } = useRuns(filter);
	if (error !== undefined && runs.length === 0) return <ErrorNote error={error} />;
	if (isLoading) return <Empty>Loading…</Empty>;
	if (runs.length === 0)
		return (
			<Empty>
				{Object.values(filter).some((one) => one !== undefined)
					? "No matching runs."
					: "No runs yet. Send a message in the playground to start one."}
			</Empty>
		);
	return (
		<VirtualList
			label="Runs"
			count={runs.length}
			rowHeight={58}
			keyOf={(index) => runs[index]?.id ?? index}
			onEnd={more}
		>
			{(index) => {
				const run = runs[index];
				return run && <RunRow run={run} />;
			}}
		</VirtualList>
	);
}

export default function RunsPage() {
	return (
		<Page title="Runs" about={<p className="soft">Each answer of an agent is a run. Newest first.</p>} fills>
			<RunFilters />
			<RunList />
		</Page>
	);
}
