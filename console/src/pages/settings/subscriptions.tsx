import { useInfiniteQuery } from "@tanstack/react-query";
import type { Subscription } from "holdfast";
import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { EventFilters } from "../../parts/event-filters.tsx";
import { Empty, ErrorNote } from "../../parts/note.tsx";
import { Id } from "../../parts/text.tsx";
import { Ago } from "../../parts/time.tsx";
import { EVERY } from "./every.ts";
import { Fact } from "./fact.tsx";
import { NewSubscription } from "./new-subscription.tsx";
import { RemoveSubscription } from "./remove-subscription.tsx";

/** The subscriptions of an agent or of the whole tenant. */
export function Subscriptions() {
	const hf = useHf();
	const [adding, setAdding] = useState(false);
	const [removed, setRemoved] = useState<Subscription>();
	const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
		queryKey: ["webhooks", "subscriptions"],
		queryFn: ({ pageParam }) => hf.webhooks.subscriptions({ cursor: pageParam, limit: 50 }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: ({ next }) => next,
		refetchInterval: EVERY,
	});
	const items = data?.pages.flatMap((page) => page.items) ?? [];
	return (
		<Card
			title="Subscriptions"
			aside={
				<Button look="primary" onClick={() => setAdding(true)}>
					Add subscription
				</Button>
			}
		>
			<p className="soft small">
				A subscription receives the events of all sessions of an agent, or of all agents, from the time it is
				added. Subscriptions of a single session are on the page of that session.
			</p>
			{error !== null && data === undefined && <ErrorNote error={error} />}
			{isPending && (
				<p className="soft small" role="status">
					Loading…
				</p>
			)}
			{data !== undefined && items.length === 0 && <Empty>No subscriptions yet.</Empty>}
			{items.length > 0 && (
				<ul className="settings-rows" aria-label="Subscriptions">
					{items.map((subscription) => (
						<Row
							key={subscription.id}
							subscription={subscription}
							onRemove={() => setRemoved(subscription)}
						/>
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
			{adding && <NewSubscription onClose={() => setAdding(false)} />}
			{removed && <RemoveSubscription subscription={removed} onClose={() => setRemoved(undefined)} />}
		</Card>
	);
}

function Row({ subscription, onRemove }: { subscription: Subscription; onRemove(): void }) {
	const { id, url, agentId, events, createdAt } = subscription;
	return (
		<li className="settings-row">
			<div className="settings-head">
				<bdi className="mono id">{url}</bdi>
			</div>
			<div className="settings-facts">
				<Fact name="Agent">{agentId === undefined ? "all" : <bdi>{agentId}</bdi>}</Fact>
				<Fact name="Events">
					<EventFilters events={events} />
				</Fact>
				<Fact name="Id">
					<Id>{id}</Id>
				</Fact>
				<Fact name="Added">
					<Ago at={createdAt} />
				</Fact>
			</div>
			<div className="settings-acts">
				<Button aria-label={`Remove subscription ${id}`} onClick={onRemove}>
					Remove
				</Button>
			</div>
		</li>
	);
}
