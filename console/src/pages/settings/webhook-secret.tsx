import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { useTell } from "../../parts/toasts.tsx";
import { RotateSecret } from "./rotate-secret.tsx";

/** What deliveries are signed with. Asked for only when somebody wants to see it, and not kept. */
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
				Each delivery is signed with it, as the Standard Webhooks specification says: a receiver that knows it
				can tell that a delivery came from here.
			</p>
			{secret !== undefined && (
				<ShownOnce
					label="Secret"
					value={secret}
					hint="Give it to receivers only: who has it can sign as this server."
				/>
			)}
			<div className="row">
				{secret === undefined ? (
					<Button onClick={show}>Show secret</Button>
				) : (
					<Button onClick={() => setSecret(undefined)}>Hide secret</Button>
				)}
				<Button onClick={() => setRotating(true)}>Make a new secret</Button>
			</div>
			{rotating && <RotateSecret onRotated={setSecret} onClose={() => setRotating(false)} />}
		</Card>
	);
}
