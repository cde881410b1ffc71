import { useInfiniteQuery } from "@tanstack/react-query";
import type { Delivery } from "holdfast";
import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { Empty, ErrorNote } from "../../parts/note.tsx";
import { useQueryValue } from "../../parts/query-state.ts";
import { DeliveryRow } from "./delivery-row.tsx";
import { EVERY } from "./every.ts";
import { SkipEvent } from "./skip-event.tsx";
import { StatusChoice } from "./status-choice.tsx";

const CHOICES = [
	["active", "active"],
	["dead", "dead letters"],
] as const;

const keyOf = ({ url, subscription, session }: Delivery): string =>
	JSON.stringify([session.agentId, session.userId, session.sessionId, subscription, url]);

/** The deliveries, with their progress and errors. */
export function Deliveries() {
	const hf = useHf();
	const [asked, choose] = useQueryValue("status");
	const [skipped, setSkipped] = useState<Delivery>();
	const status = asked === "active" || asked === "dead" ? asked : undefined;
	const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
		queryKey: ["webhooks", "deliveries", status],
		queryFn: ({ pageParam }) => hf.webhooks.list({ status, cursor: pageParam, limit: 50 }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: ({ next }) => next,
		refetchInterval: EVERY,
	});
	const items = data?.pages.flatMap((page) => page.items) ?? [];
	return (
		<Card title="Deliveries" aside={<StatusChoice value={status} choices={CHOICES} onChoose={choose} />}>
			<p className="soft small">
				The progress of each session for each of its own URLs, and sessions with pending events for a
				subscription. A failed delivery is retried with growing pauses. After a day it becomes a dead letter.
			</p>
			{error !== null && data === undefined && <ErrorNote error={error} />}
			{isPending && (
				<p className="soft small" role="status">
					Loading…
				</p>
			)}
			{data !== undefined && items.length === 0 && (
				<Empty>
					{status === undefined
						? "No deliveries. No session has its own URL, and no subscription has pending events."
						: status === "dead"
							? "No dead letters."
							: "No active deliveries."}
				</Empty>
			)}
			{items.length > 0 && (
				<ul className="settings-rows" aria-label="Deliveries">
					{items.map((delivery) => (
						<DeliveryRow key={keyOf(delivery)} delivery={delivery} onSkip={() => setSkipped(delivery)} />
					))}
				</ul>
			)}
			{hasNextPage && (
				<div>
					<Button disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
						Show more
					</Button>
				</div>
			)}
			{skipped && <SkipEvent delivery={skipped} onClose={() => setSkipped(undefined)} />}
		</Card>
	);
}
