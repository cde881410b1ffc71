import { useEffect } from "react";
import { useRights } from "../../connect/connection.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty } from "../../parts/note.tsx";
import { Page } from "../../parts/page.tsx";
import { useQueryValue } from "../../parts/query-state.ts";
import { AgentMemory } from "./agent-memory.tsx";
import { rememberAgent, rememberedAgent } from "./remember-agent.ts";
import { useAgentChoices } from "./use-agent-choices.ts";
import "./facts.css";

/** The facts of an agent. */
export default function FactsPage() {
	const can = useRights();
	const [agent, setAgent] = useQueryValue("agent");
	const choices = useAgentChoices();

	// Without an agent in the address: the last one used, or the one with the most facts.
	useEffect(() => {
		if (agent !== undefined || !choices.data) return;
		const last = rememberedAgent();
		const known = choices.data.find(({ id }) => id === last) ?? choices.data[0];
		if (known) setAgent(known.id);
	}, [agent, choices.data, setAgent]);

	if (agent !== undefined) {
		const choose = (id: string): void => {
			rememberAgent(id);
			setAgent(id);
		};
		return <AgentMemory agentId={agent} choices={choices.data ?? []} onChoose={choose} />;
	}
	return (
		<Page title="Facts">
			<Loaded query={choices}>
				{(found) =>
					found.length === 0 ? (
						<Empty>
							{can.isUser
								? "No facts yet. Start a session with an agent first."
								: "No agents are defined, and none has facts."}
						</Empty>
					) : (
						<p className="soft">Opening {found[0]?.id}…</p>
					)
				}
			</Loaded>
		</Page>
	);
}
