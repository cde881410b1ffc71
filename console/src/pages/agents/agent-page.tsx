import { Empty } from "../../parts/note.tsx";
import { Page } from "../../parts/page.tsx";
import { useQueryValue } from "../../parts/query-state.ts";
import { AgentView } from "./agent-view.tsx";
import "./agents.css";

export default function AgentPage() {
	const [id] = useQueryValue("id");
	if (id === undefined)
		return (
			<Page title="Agent">
				<Empty>The address has no agent id. Open an agent from the list of agents.</Empty>
			</Page>
		);
	// Unsaved input belongs to one agent.
	return <AgentView key={id} id={id} />;
}
