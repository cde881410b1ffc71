import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Session } from "holdfast";
import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { EventFilters } from "../../parts/event-filters.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { useTell } from "../../parts/toasts.tsx";

/** The subscriptions of this session. */
export function SessionWebhooks({ session }: { session: Session }) {
	const hf = useHf();
	const queries = useQueryClient();
	const tell = useTell();
	const [ended, setEnded] = useState<string>();
	const { agentId, userId, sessionId } = session;
	const handle = hf.session({ agentId, sessionId, ...(userId !== undefined && { userId }) });
	const queryKey = ["webhooks", "session", session.uid, session.metadata?.event_webhook_url];
	const urls = useQuery({ queryKey, queryFn: () => handle.subscriptions() });
	const end = async (url: string): Promise<void> => {
		await handle.unsubscribe({ url });
		tell.done("Subscription removed.");
		await queries.invalidateQueries({ queryKey: ["webhooks"] });
	};
	return (
		<>
			<h3>Webhooks</h3>
			<Loaded query={urls}>
				{(items) =>
					items.length === 0 ? (
						<p className="soft small">No subscriptions of this session.</p>
					) : (
						<ul className="stack" aria-label="Webhooks">
							{items.map(({ url, events }) => (
								<li key={url}>
									<bdi className="mono id">{url}</bdi>{" "}
									<span className="soft small">
										<EventFilters events={events} />
									</span>{" "}
									<Button aria-label={`Remove ${url}`} onClick={() => setEnded(url)}>
										Remove
									</Button>
								</li>
							))}
						</ul>
					)
				}
			</Loaded>
			{ended !== undefined && (
				<FormDialog
					title="Remove this subscription?"
					deed="Remove subscription"
					danger
					act={() => end(ended)}
					onClose={() => setEnded(undefined)}
				>
					<p>
						<bdi className="mono id">{ended}</bdi> receives no more events of this session.
					</p>
				</FormDialog>
			)}
		</>
	);
}
