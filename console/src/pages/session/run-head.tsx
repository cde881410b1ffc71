import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { RunBadge } from "../../parts/run-badge.tsx";
import { duration } from "../../parts/time.tsx";
import { runPath } from "../../paths.ts";

/** Rows that scroll past faster than this load nothing. */
const SETTLES_MS = 150;
const EVERY_MS = 1_500;

/** The heading of a run in the log: its status, and a link to its page. */
export function RunHead({ runId }: { runId: string }) {
	const hf = useHf();
	const [settled, setSettled] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(true), SETTLES_MS);
		return () => clearTimeout(timer);
	}, []);
	const run = useQuery({
		queryKey: ["run", runId],
		queryFn: () => hf.runs.get(runId),
		enabled: settled,
		staleTime: 30_000,
		refetchInterval: ({ state }) =>
			state.data && ["running", "pending"].includes(state.data.status) ? EVERY_MS : false,
	}).data;
	const took = run?.startedAt !== undefined && run.endedAt !== undefined;
	return (
		<div className="session-run">
			<b>Run</b>
			{run && <RunBadge status={run.status} />}
			{took && <span>{duration(Date.parse(run.endedAt ?? "") - Date.parse(run.startedAt ?? ""))}</span>}
			{run?.usage && (
				<span>
					{run.usage.inputTokens.toLocaleString()} + {run.usage.outputTokens.toLocaleString()} tokens
				</span>
			)}
			<Link href={runPath(runId)}>Inspect run</Link>
		</div>
	);
}
