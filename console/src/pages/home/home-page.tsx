import { useConnection } from "../../connect/connection.tsx";
import { Page } from "../../parts/page.tsx";
import { Counters } from "./counters.tsx";
import { Health } from "./health.tsx";
import { RecentRuns } from "./recent-runs.tsx";
import { RecentSessions } from "./recent-sessions.tsx";

export function HomePage() {
	const { can } = useConnection();
	return (
		<Page title="Home" about={<p className="soft">Recent activity, counts and health.</p>}>
			{!can.isUser && <Counters />}
			<div className="columns">
				<RecentSessions />
				{!can.isUser && (
					<div className="stack">
						<RecentRuns />
						<Health />
					</div>
				)}
			</div>
		</Page>
	);
}
