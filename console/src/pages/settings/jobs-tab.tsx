import { useQuery } from "@tanstack/react-query";
import type { Job } from "holdfast";
import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Card } from "../../parts/card.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty } from "../../parts/note.tsx";
import { useQueryValue } from "../../parts/query-state.ts";
import { DropJob } from "./drop-job.tsx";
import { EVERY } from "./every.ts";
import { JobRow } from "./job-row.tsx";
import { StatusChoice } from "./status-choice.tsx";

const MOST = 200;
const CHOICES = [
	["queued", "queued"],
	["running", "running"],
	["dead", "dead letters"],
] as const;

const isStatus = (text: string | undefined): text is Job["status"] =>
	text === "queued" || text === "running" || text === "dead";

/** The background jobs: queued, running and dead letters. */
export function JobsTab() {
	const hf = useHf();
	const [asked, choose] = useQueryValue("status");
	const [dropped, setDropped] = useState<Job>();
	const status = isStatus(asked) ? asked : undefined;
	const jobs = useQuery({
		queryKey: ["jobs", status],
		queryFn: async () => (await hf.jobs.list({ ...(status !== undefined && { status }), limit: MOST })).items,
		refetchInterval: EVERY,
	});
	return (
		<Card title="Jobs" aside={<StatusChoice value={status} choices={CHOICES} onChoose={choose} />}>
			<p className="soft small">
				Background work: consolidation of sessions, sweeps, callbacks and cleanup. A failed job is retried. A
				job that keeps failing becomes a dead letter and stays here until you retry or drop it.
			</p>
			<Loaded query={jobs}>
				{(items) =>
					items.length === 0 ? (
						<Empty>
							{status === undefined
								? "No jobs."
								: status === "dead"
									? "No dead letters."
									: `No ${status} jobs.`}
						</Empty>
					) : (
						<>
							<ul className="settings-rows" aria-label="Jobs">
								{items.map((job) => (
									<JobRow key={job.id} job={job} onDrop={() => setDropped(job)} />
								))}
							</ul>
							{items.length === MOST && (
								<p className="soft small">{`Only the oldest ${MOST} jobs are shown. There may be more.`}</p>
							)}
						</>
					)
				}
			</Loaded>
			{dropped && <DropJob job={dropped} onClose={() => setDropped(undefined)} />}
		</Card>
	);
}
