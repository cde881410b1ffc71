import { useRights } from "../../connect/connection.tsx";
import { Deliveries } from "./deliveries.tsx";
import { Subscriptions } from "./subscriptions.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

export function WebhooksTab() {
	const { admin } = useRights();
	return (
		<>
			<Subscriptions />
			<Deliveries />
			{admin && <WebhookSecret />}
		</>
	);
}
