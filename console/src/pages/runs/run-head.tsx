import type { Run } from "holdfast";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Badge } from "../../parts/badge.tsx";
import { RunBadge } from "../../parts/run-badge.tsx";
import { SessionLink } from "../../parts/session-link.tsx";
import { Moment } from "../../parts/time.tsx";
import { agentPath, runPath, userPath } from "../../paths.ts";
import { isOpen } from "./is-open.ts";
import { Took } from "./took.tsx";
import { useFamily } from "./use-run.ts";

function Pair({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}

/** The details of a run: agent, user, status, parent run and child runs. */
export function RunHead({ run }: { run: Run }) {
	const family = useFamily(run, isOpen(run));
	const below = (family.data?.items ?? []).filter(({ parentRunId }) => parentRunId === run.id).toReversed();
	const { usage } = run;
	return (
		<section className="card run-head" aria-label="Run details">
			<dl>
				<Pair name="Status">
					<span role="status">
						<RunBadge status={run.status} />
					</span>
					{run.mode === "manual" && (
						<>
							{" "}
							<Badge tone="human">manual mode</Badge>
						</>
					)}
				</Pair>
				<Pair name="Agent">
					<Link href={agentPath(run.agentId)}>
						<bdi>{run.agentId}</bdi>
					</Link>
				</Pair>
				<Pair name="User">
					{run.userId === undefined ? (
						<span className="soft">none</span>
					) : (
						<Link href={userPath(run.userId)}>
							<bdi>{run.userId}</bdi>
						</Link>
					)}
				</Pair>
				<Pair name="Session">
					<SessionLink session={run} />
				</Pair>
				<Pair name="Model">
					<bdi>{run.model ?? "none yet"}</bdi>
				</Pair>
				<Pair name="Started">
					<Moment at={run.startedAt ?? run.createdAt} />
				</Pair>
				<Pair name={isOpen(run) ? "Duration so far" : "Duration"}>
					<Took run={run} />
				</Pair>
				<Pair name="Input / output tokens">
					{usage ? `${usage.inputTokens.toLocaleString()} / ${usage.outputTokens.toLocaleString()}` : "–"}
				</Pair>
				{run.parentRunId !== undefined && (
					<Pair name="Parent run">
						<Link href={runPath(run.parentRunId)}>Open parent run</Link>
					</Pair>
				)}
				{below.length > 0 && (
					<Pair name="Child runs">
						<ul className="plain-list">
							{below.map((one) => (
								<li key={one.id}>
									<Link href={runPath(one.id)}>
										<bdi>{one.agentId}</bdi>
									</Link>{" "}
									<RunBadge status={one.status} />
								</li>
							))}
						</ul>
					</Pair>
				)}
			</dl>
		</section>
	);
}
