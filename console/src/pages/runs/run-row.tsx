import type { Run } from "holdfast";
import { Link } from "wouter";
import { RunBadge } from "../../parts/run-badge.tsx";
import { SessionLink } from "../../parts/session-link.tsx";
import { Ago } from "../../parts/time.tsx";
import { runPath } from "../../paths.ts";
import { contentText } from "./content-text.ts";
import { Took } from "./took.tsx";

/** A run in the list. */
export function RunRow({ run }: { run: Run }) {
	const said = run.input === undefined ? "" : contentText(run.input);
	return (
		<div className="runs-row">
			<span className="runs-status">
				<RunBadge status={run.status} />
			</span>
			<span className="runs-said">
				<Link href={runPath(run.id)} dir="auto">
					{said.trim() === "" ? "(no input)" : said}
				</Link>
				<span className="soft small runs-where">
					<bdi>{run.agentId}</bdi>
					{run.userId !== undefined && (
						<>
							{" · "}
							<bdi>{run.userId}</bdi>
						</>
					)}
					{" · "}
					<SessionLink session={run} />
					{run.parentRunId !== undefined && " · started by another run"}
				</span>
			</span>
			<span className="runs-figures soft small">
				<span>{run.usage ? `${run.usage.totalTokens.toLocaleString()} tokens` : "–"}</span>
				<span>
					<Took run={run} />
				</span>
				<span>
					<Ago at={run.createdAt} />
				</span>
			</span>
		</div>
	);
}
