import { useQueryClient } from "@tanstack/react-query";
import type { Delivery } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useTell } from "../../parts/toasts.tsx";

export function SkipEvent({ delivery, onClose }: { delivery: Delivery; onClose(): void }) {
	const hf = useHf();
	const queries = useQueryClient();
	const tell = useTell();
	const skip = async (): Promise<void> => {
		await hf.webhooks.retry(delivery.session, { skip: true });
		tell.done("Event skipped. Delivery continues with the next event.");
		await queries.invalidateQueries({ queryKey: ["webhooks"] });
	};
	return (
		<FormDialog title="Skip this event?" deed="Skip event" act={skip} onClose={onClose}>
			<p>
				Event {delivery.nextOffset.toLocaleString()} will never be sent to{" "}
				<bdi className="mono id">{delivery.url}</bdi>. Delivery continues with the next event. The event stays
				in the session.
			</p>
		</FormDialog>
	);
}
