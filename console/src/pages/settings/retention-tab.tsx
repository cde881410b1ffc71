import type { About } from "holdfast";
import { useConnection } from "../../connect/connection.tsx";
import { Card } from "../../parts/card.tsx";
import { SweepCard } from "./sweep-card.tsx";

type Days = NonNullable<About["retention"]>["events"];

const words = (days: Days): string =>
	days === "forever" ? "for ever" : days === 1 ? "1 day" : `${days.toLocaleString()} days`;

/** How long events are kept, and where that is said. */
export function RetentionTab() {
	const { about, can } = useConnection();
	if (!about.retention) return null;
	const { events, agents } = about.retention;
	const single = Object.entries(agents);
	return (
		<>
			<Card title="How long events are kept">
				<dl className="pairs">
					<dt>Events of sessions</dt>
					<dd>
						<b>{words(events)}</b>
					</dd>
					{single.map(([agent, days]) => (
						<div key={agent} className="settings-pair">
							<dt>
								…of agent <bdi>{agent}</bdi>
							</dt>
							<dd>
								<b>{words(days)}</b>
							</dd>
						</div>
					))}
				</dl>
				<p className="small">
					What is older is removed from the log, by itself every few hours. Sessions stay with their title,
					state and metadata, and so do the facts that were learned from them.
				</p>
				<p className="soft small">
					It is set where the server is: <code>retention:</code> in <code>holdfast.yaml</code>, with{" "}
					<code>events:</code> for all agents and <code>agents:</code> for single ones.
				</p>
			</Card>
			{can.admin && <SweepCard />}
		</>
	);
}
