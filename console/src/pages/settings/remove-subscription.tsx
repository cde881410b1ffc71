import { useQueryClient } from "@tanstack/react-query";
import type { Subscription } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useTell } from "../../parts/toasts.tsx";

interface Props {
	subscription: Subscription;
	onClose(): void;
}

export function RemoveSubscription({ subscription: { id, url }, onClose }: Props) {
	const hf = useHf();
	const queries = useQueryClient();
	const tell = useTell();
	const remove = async (): Promise<void> => {
		await hf.webhooks.unsubscribe(id);
		tell.done("The subscription is removed.");
		await queries.invalidateQueries({ queryKey: ["webhooks"] });
	};
	return (
		<FormDialog
			title="Remove this subscription?"
			deed="Remove subscription"
			danger
			act={remove}
			onClose={onClose}
		>
			<p>
				Nothing more is sent to <bdi className="mono id">{url}</bdi> for it, and what it was still owed is
				forgotten.
			</p>
		</FormDialog>
	);
}
