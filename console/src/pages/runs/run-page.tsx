import { Empty, ErrorNote } from "../../parts/note.tsx";
import { Page } from "../../parts/page.tsx";
import { useQueryValue } from "../../parts/query-state.ts";
import { Inspector } from "./inspector.tsx";
import { useRun } from "./use-run.ts";
import "./run-page.css";

function RunById({ id }: { id: string }) {
	const run = useRun(id);
	if (run.data) return <Inspector run={run.data} />;
	return <Page title="Run">{run.error ? <ErrorNote error={run.error} /> : <Empty>Loading…</Empty>}</Page>;
}

export default function RunPage() {
	const [id] = useQueryValue("id");
	if (id === undefined)
		return (
			<Page title="Run">
				<Empty>The address has no run id. Open a run from the list of runs.</Empty>
			</Page>
		);
	// Another run is a new page: no state of the previous one stays.
	return <RunById key={id} id={id} />;
}
