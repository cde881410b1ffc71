import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Delivery } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { EventFilters } from "../../parts/event-filters.tsx";
import { SessionLink } from "../../parts/session-link.tsx";
import { Moment } from "../../parts/time.tsx";
import { useTell } from "../../parts/toasts.tsx";
import { Fact } from "./fact.tsx";

function standing({ status, attempts, pending }: Delivery): [Tone, string] {
	if (status === "dead") return ["bad", "dead letter"];
	if (attempts > 0) return ["warn", "failing"];
	return pending > 0 ? ["accent", "in progress"] : ["good", "up to date"];
}

export function DeliveryRow({ delivery, onSkip }: { delivery: Delivery; onSkip(): void }) {
	const hf = useHf();
	const queries = useQueryClient();
	const tell = useTell();
	const {
		session,
		url,
		subscription,
		events,
		status,
		nextOffset,
		pending,
		attempts,
		error,
		dueAt,
		failingSince,
	} = delivery;
	const retry = useMutation({
		mutationFn: () => hf.webhooks.retry(session),
		onSuccess: () => tell.done("Delivery retried."),
		onError: tell.failed,
		onSettled: () => queries.invalidateQueries({ queryKey: ["webhooks"] }),
	});
	const [tone, words] = standing(delivery);
	const hasFailed = status === "dead" || attempts > 0;
	return (
		<li className="settings-row">
			<div className="settings-head">
				<Badge tone={tone}>{words}</Badge>
				<bdi className="mono id">{url}</bdi>
			</div>
			<div className="settings-facts">
				<Fact name="Session">
					<SessionLink session={session} />
				</Fact>
				<Fact name="Agent">
					<bdi>{session.agentId}</bdi>
				</Fact>
				{session.userId !== undefined && (
					<Fact name="User">
						<bdi>{session.userId}</bdi>
					</Fact>
				)}
				{subscription !== undefined && (
					<Fact name="Subscription">
						<bdi>{subscription}</bdi>
					</Fact>
				)}
				{events !== undefined && (
					<Fact name="Events">
						<EventFilters events={events} />
					</Fact>
				)}
				<Fact name="Delivered">{`${nextOffset.toLocaleString()} of ${(nextOffset + pending).toLocaleString()} events`}</Fact>
				{attempts > 0 && <Fact name="Attempts">{attempts.toLocaleString()}</Fact>}
				{failingSince !== undefined && (
					<Fact name="Failing since">
						<Moment at={failingSince} />
					</Fact>
				)}
				{hasFailed && status === "active" && (
					<Fact name="Next attempt">
						<Moment at={dueAt} />
					</Fact>
				)}
			</div>
			{hasFailed && error !== undefined && (
				<div className="settings-more">
					<div className={status === "dead" ? "note bad" : "note warn"}>
						Event {nextOffset.toLocaleString()}: <span dir="auto">{error}</span>
					</div>
				</div>
			)}
			{hasFailed && (
				<div className="settings-acts">
					<Button disabled={retry.isPending} onClick={() => retry.mutate()}>
						Retry
					</Button>
					<Button onClick={onSkip}>Skip failed event</Button>
				</div>
			)}
		</li>
	);
}
