import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { useTell } from "../../parts/toasts.tsx";
import { RotateSecret } from "./rotate-secret.tsx";

/** The secret that signs deliveries. It is loaded on demand and not stored. */
export function WebhookSecret() {
	const hf = useHf();
	const tell = useTell();
	const [secret, setSecret] = useState<string>();
	const [rotating, setRotating] = useState(false);
	const show = async (): Promise<void> => {
		try {
			setSecret((await hf.webhooks.secret()).secret);
		} catch (error) {
			tell.failed(error);
		}
	};
	return (
		<Card title="Signing secret">
			<p className="soft small">
				Signs each delivery as the Standard Webhooks specification defines. A receiver uses it to verify that
				a delivery came from this server.
			</p>
			{secret !== undefined && (
				<ShownOnce
					label="Secret"
					value={secret}
					hint="Share it only with receivers. Anybody who has it can sign as this server."
				/>
			)}
			<div className="row">
				{secret === undefined ? (
					<Button onClick={show}>Show secret</Button>
				) : (
					<Button onClick={() => setSecret(undefined)}>Hide secret</Button>
				)}
				<Button onClick={() => setRotating(true)}>Rotate secret</Button>
			</div>
			{rotating && <RotateSecret onRotated={setSecret} onClose={() => setRotating(false)} />}
		</Card>
	);
}
