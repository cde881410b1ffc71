import type { AgentInfo } from "holdfast";
import { Card } from "../../parts/card.tsx";

/** The tools of the agent, and the conditions for their use. */
export function AgentTools({ info: { tools } }: { info: AgentInfo }) {
	return (
		<Card title="Tools" aside={<span className="soft small">{tools.length.toLocaleString()}</span>}>
			{tools.length === 0 ? (
				<p className="soft small">
					No tools in the definition. Tools of MCP servers are loaded with each run and are not listed here.
				</p>
			) : (
				<ul className="plain-list agent-tools">
					{tools.map(({ name, description, allow }) => (
						<li key={name}>
							<b className="mono">{name}</b>
							<span className="soft" dir="auto">
								{description}
							</span>
							{allow !== undefined && (
								<span className="small">
									only if <code>{allow}</code>
								</span>
							)}
						</li>
					))}
				</ul>
			)}
		</Card>
	);
}
