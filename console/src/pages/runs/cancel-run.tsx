import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Run } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { useTell } from "../../parts/toasts.tsx";

/** Cancels an active run. */
export function CancelRun({ id }: Pick<Run, "id">) {
	const hf = useHf();
	const tell = useTell();
	const queries = useQueryClient();
	const cancel = useMutation({
		mutationFn: () => hf.runs.cancel(id),
		onSuccess: (run) => {
			queries.setQueryData(["run", id], run);
			tell.done(run.status === "cancelled" ? "Run cancelled." : `The run had already ended: ${run.status}.`);
			return queries.invalidateQueries({ queryKey: ["runs"] });
		},
		onError: tell.failed,
	});
	return (
		<Button look="danger" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
			Cancel run
		</Button>
	);
}
