import type { AgentInfo } from "holdfast";
import { Card } from "../../parts/card.tsx";

/** What the agent can do, and who may have it done. */
export function AgentTools({ info: { tools } }: { info: AgentInfo }) {
	return (
		<Card title="Tools" aside={<span className="soft small">{tools.length.toLocaleString()}</span>}>
			{tools.length === 0 ? (
				<p className="soft small">
					None of its own. Tools of MCP servers are not listed here: they are known when it runs.
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
