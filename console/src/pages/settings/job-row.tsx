import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Job } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { SessionLink } from "../../parts/session-link.tsx";
import { Id } from "../../parts/text.tsx";
import { Ago, Moment } from "../../parts/time.tsx";
import { useTell } from "../../parts/toasts.tsx";
import { Fact } from "./fact.tsx";
import { jobName } from "./job-name.ts";

const TONES: Readonly<Record<Job["status"], [Tone | undefined, string]>> = {
	queued: [undefined, "queued"],
	running: ["accent", "running"],
	dead: ["bad", "dead letter"],
};

export function JobRow({ job, onDrop }: { job: Job; onDrop(): void }) {
	const hf = useHf();
	const queries = useQueryClient();
	const tell = useTell();
	const { id, kind, status, attempts, error, dueAt, createdAt, session } = job;
	const retry = useMutation({
		mutationFn: () => hf.jobs.retry(id),
		onSuccess: () => tell.done("Job retried."),
		onError: tell.failed,
		onSettled: () => queries.invalidateQueries({ queryKey: ["jobs"] }),
	});
	const [tone, words] = TONES[status];
	const hasFailed = status === "dead" || error !== undefined;
	return (
		<li className="settings-row">
			<div className="settings-head">
				<Badge tone={tone}>{words}</Badge>
				<b>{jobName(kind)}</b>
			</div>
			<div className="settings-facts">
				{session && (
					<Fact name="Session">
						<SessionLink session={session} />
					</Fact>
				)}
				<Fact name="Created">
					<Ago at={createdAt} />
				</Fact>
				{attempts > 0 && <Fact name="Attempts">{attempts.toLocaleString()}</Fact>}
				{status === "queued" && (
					<Fact name="Due">
						<Moment at={dueAt} />
					</Fact>
				)}
				<Fact name="Id">
					<Id>{id}</Id>
				</Fact>
			</div>
			{error !== undefined && (
				<div className="settings-more">
					<div className={status === "dead" ? "note bad" : "note warn"} dir="auto">
						{error}
					</div>
				</div>
			)}
			{status !== "running" && hasFailed && (
				<div className="settings-acts">
					<Button disabled={retry.isPending} onClick={() => retry.mutate()}>
						Retry
					</Button>
					<Button onClick={onDrop}>Drop</Button>
				</div>
			)}
		</li>
	);
}
