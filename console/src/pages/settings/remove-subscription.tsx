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
		tell.done("Subscription removed.");
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
				<bdi className="mono id">{url}</bdi> receives no more events of this subscription. Pending events are
				dropped.
			</p>
		</FormDialog>
	);
}
