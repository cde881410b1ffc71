import type { About } from "holdfast";
import { useConnection } from "../../connect/connection.tsx";
import { Card } from "../../parts/card.tsx";
import { SweepCard } from "./sweep-card.tsx";

type Days = NonNullable<About["retention"]>["events"];

const words = (days: Days): string =>
	days === "forever" ? "forever" : days === 1 ? "1 day" : `${days.toLocaleString()} days`;

/** How long events are kept, and where to change it. */
export function RetentionTab() {
	const { about, can } = useConnection();
	if (!about.retention) return null;
	const { events, agents } = about.retention;
	const single = Object.entries(agents);
	return (
		<>
			<Card title="Retention">
				<dl className="pairs">
					<dt>Events</dt>
					<dd>
						<b>{words(events)}</b>
					</dd>
					{single.map(([agent, days]) => (
						<div key={agent} className="settings-pair">
							<dt>
								Events of agent <bdi>{agent}</bdi>
							</dt>
							<dd>
								<b>{words(days)}</b>
							</dd>
						</div>
					))}
				</dl>
				<p className="small">
					A sweep deletes older events every few hours. Sessions keep their title, state and metadata. Facts
					extracted from them stay.
				</p>
				<p className="soft small">
					To change it, set <code>retention:</code> in <code>holdfast.yaml</code>, with <code>events:</code>{" "}
					for all agents and <code>agents:</code> for single agents.
				</p>
			</Card>
			{can.admin && <SweepCard />}
		</>
	);
}
