import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { Bar } from "../../parts/bar.tsx";
import { Card } from "../../parts/card.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { runPath } from "../../paths.ts";

/** What a run was given to remember, as soon as it is known: while it goes on. */
export function RunMemory({ runId, isOver }: { runId: string; isOver: boolean }) {
	const hf = useHf();
	const run = useQuery({
		queryKey: ["run", runId],
		queryFn: () => hf.runs.get(runId),
		// It is asked for as the run is begun: for a moment there may be none.
		retry: 5,
		retryDelay: 150,
		refetchInterval: ({ state }) => (isOver && state.data?.endedAt !== undefined ? false : 400),
	});
	return (
		<Card title="What memory did" aside={<Link href={runPath(runId)}>Inspect run</Link>}>
			<Loaded query={run}>
				{({ recalled }) =>
					recalled === undefined ? (
						<p className="soft small" role="status">
							Reading memory…
						</p>
					) : (
						<Bar
							label="Tokens of the prompt"
							legend
							parts={Object.entries(recalled.tokens).map(([name, value]) => ({ name, value }))}
							format={(value) => value.toLocaleString()}
						/>
					)
				}
			</Loaded>
		</Card>
	);
}
