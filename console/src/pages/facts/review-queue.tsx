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

/** What came from tools, pages and pasted text, and waits for a person: one after the other. */
export function ReviewQueue({ agentId, queue }: Props) {
	const can = useRights();
	const memory = useMemory(agentId);
	const queries = useQueryClient();
	const tell = useTell();
	const list = useRef<HTMLOListElement>(null);
	/** The place of the last one that was decided on: the next one takes it, and the focus. */
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
			return "Approved: it is recalled from now on.";
		});
	const reject = (id: string, index: number): Promise<void> =>
		decide(index, async () => `Rejected. ${receiptWords(await memory.forget(id))}`);

	return (
		<div className="stack facts-scroll">
			<p className="soft small">
				What came from a tool, a page or pasted text is kept, and not recalled before a person vouches for it.
				{can.write && " With a card in focus: A approves, R rejects."}
			</p>
			<Loaded query={queue}>
				{({ facts, hasMore }) =>
					facts.length === 0 ? (
						<Empty>Nothing waits for review.</Empty>
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
