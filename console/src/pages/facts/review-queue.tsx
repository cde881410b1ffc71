import { type UseInfiniteQueryResult, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useRights } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty } from "../../parts/note.tsx";
import { receiptWords } from "../../parts/receipt-words.ts";
import { useTell } from "../../parts/toasts.tsx";
import type { Fate } from "./contradicted.tsx";
import { ReviewCard } from "./review-card.tsx";
import { useMemory } from "./use-memory.ts";
import type { Waiting } from "./use-review-queue.ts";

interface Props {
	agentId: string;
	queue: UseInfiniteQueryResult<Waiting>;
}

/** The facts from tools, web pages and pasted text that wait for review. */
export function ReviewQueue({ agentId, queue }: Props) {
	const can = useRights();
	const memory = useMemory(agentId);
	const queries = useQueryClient();
	const tell = useTell();
	const list = useRef<HTMLOListElement>(null);
	/** The index of the last decided fact. The next one gets the focus. */
	const decided = useRef<number>(undefined);

	const shown = queue.data?.facts;
	useEffect(() => {
		if (decided.current === undefined || shown === undefined) return;
		const cards = list.current?.querySelectorAll<HTMLElement>("[data-review]");
		const next = cards?.[Math.min(decided.current, cards.length - 1)];
		next?.focus();
		decided.current = undefined;
	}, [shown]);

	const decide = async (index: number, act: () => Promise<string>): Promise<void> => {
		try {
			tell.done(await act());
			decided.current = index;
		} catch (error) {
			tell.failed(error);
		}
		await queries.invalidateQueries({ queryKey: ["facts"] });
	};
	const approve = (id: string, index: number, fate: Fate): Promise<void> =>
		decide(index, async () => {
			await memory.update(id, { status: "active", contradictions: fate });
			void queries.invalidateQueries({ queryKey: ["fact", agentId] });
			return "Fact approved. It is recalled from now on.";
		});
	const reject = (id: string, index: number): Promise<void> =>
		decide(index, async () => `Fact rejected. ${receiptWords(await memory.forget(id))}`);

	return (
		<div className="stack facts-scroll">
			<p className="soft small">
				Facts from tools, web pages and pasted text are not recalled until a person approves them.
				{can.write && " On a focused card, press A to approve or R to reject."}
			</p>
			<Loaded query={queue}>
				{({ facts, hasMore }) =>
					facts.length === 0 ? (
						<Empty>No facts to review.</Empty>
					) : (
						<>
							<ol className="reviews" ref={list} aria-label="Facts to review">
								{facts.map((fact, index) => (
									<li key={fact.id}>
										<ReviewCard
											fact={fact}
											agentId={agentId}
											{...(can.write && {
												onApprove: (fate) => approve(fact.id, index, fate),
												onReject: () => reject(fact.id, index),
											})}
										/>
									</li>
								))}
							</ol>
							{hasMore && (
								<Button disabled={queue.isFetchingNextPage} onClick={() => void queue.fetchNextPage()}>
									Show more
								</Button>
							)}
						</>
					)
				}
			</Loaded>
		</div>
	);
}
