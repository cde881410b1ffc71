import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { runPath } from "../../paths.ts";
import { MemoryPanel } from "../runs/memory-panel.tsx";
import { MemoryUses } from "../runs/memory-uses.tsx";
import { PromptTokens } from "../runs/prompt-tokens.tsx";
import { useTrace } from "../runs/use-run.ts";
import "../runs/run-page.css";

/** How often a run that is under way is looked at, in milliseconds. */
const EVERY = 400;

/** What a run was given to remember, as soon as it is known: while it goes on. */
export function RunMemory({ runId, isOver }: { runId: string; isOver: boolean }) {
	const hf = useHf();
	const run = useQuery({
		queryKey: ["run", runId],
		queryFn: () => hf.runs.get(runId),
		// It is asked for as the run is begun: for a moment there may be none.
		retry: 10,
		retryDelay: 150,
		refetchInterval: ({ state }) => (isOver && state.data?.endedAt !== undefined ? false : EVERY),
	});
	const open = run.data?.endedAt === undefined;
	const trace = useTrace(runId, open, { enabled: run.data !== undefined });
	return (
		<Loaded query={run}>
			{(known) => (
				<>
					<p className="small">
						<Link href={runPath(runId)}>Inspect run</Link>
					</p>
					<MemoryPanel run={known} />
					<PromptTokens run={known} spans={trace.data ?? []} />
					<MemoryUses run={known} spans={trace.data ?? []} />
				</>
			)}
		</Loaded>
	);
}
