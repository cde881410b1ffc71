import { useRights } from "../../connect/connection.tsx";
import { Deliveries } from "./deliveries.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

export function WebhooksTab() {
	const { admin } = useRights();
	return (
		<>
			<Deliveries />
			{admin && <WebhookSecret />}
		</>
	);
}
