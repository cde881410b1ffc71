import { useQueryClient } from "@tanstack/react-query";
import type { Job } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useTell } from "../../parts/toasts.tsx";
import { jobName } from "./job-name.ts";

export function DropJob({ job, onClose }: { job: Job; onClose(): void }) {
	const hf = useHf();
	const queries = useQueryClient();
	const tell = useTell();
	const drop = async (): Promise<void> => {
		await hf.jobs.drop(job.id);
		tell.done("Job dropped.");
		await queries.invalidateQueries({ queryKey: ["jobs"] });
	};
	return (
		<FormDialog title="Drop this job?" deed="Drop job" danger act={drop} onClose={onClose}>
			<p>
				The job “{jobName(job.kind)}” will never run: the facts it would have extracted or the data it would
				have deleted stay as they are. This cannot be undone.
			</p>
		</FormDialog>
	);
}
