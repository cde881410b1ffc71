import { useQuery } from "@tanstack/react-query";
import { useHf } from "../../connect/connection.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty } from "../../parts/note.tsx";
import { Page } from "../../parts/page.tsx";
import { agentEntries } from "./agent-entry.ts";
import { AgentsTable } from "./agents-table.tsx";
import { useOverview } from "./use-overview.ts";
import "./agents.css";

export default function AgentsPage() {
	const hf = useHf();
	const agents = useQuery({
		queryKey: ["agents"],
		queryFn: async () => (await hf.agents.list()).items,
		refetchInterval: 15_000,
	});
	const overview = useOverview();
	return (
		<Page title="Agents" about={<p className="soft">Definitions, memory settings and counts.</p>}>
			<Loaded query={agents}>
				{(defined) => {
					const entries = agentEntries(defined, overview.data ?? []);
					if (entries.length === 0)
						return <Empty>No agents are defined. Start the server with a folder of manifests.</Empty>;
					return <AgentsTable entries={entries} />;
				}}
			</Loaded>
		</Page>
	);
}
