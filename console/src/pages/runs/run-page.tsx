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
				<Empty>The address names no run. The list of runs leads to one.</Empty>
			</Page>
		);
	// Another run is another page: nothing of the one before stays.
	return <RunById key={id} id={id} />;
}
