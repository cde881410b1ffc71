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

/** The poll interval of an active run, in milliseconds. */
const EVERY = 400;

/** What a run recalled, shown while the run is still active. */
export function RunMemory({ runId, isOver }: { runId: string; isOver: boolean }) {
	const hf = useHf();
	const run = useQuery({
		queryKey: ["run", runId],
		queryFn: () => hf.runs.get(runId),
		// This is requested while the run starts: for a moment it may not exist.
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
