import { analyse } from "../../src/memory/index/analyse.ts";
import type { Entry } from "../../src/memory/index/analysed.ts";
import { createFactView } from "../../src/memory/index/fact-view.ts";
import { createMessageView, type MessageView } from "../../src/memory/index/message-view.ts";
import { readQuery } from "../../src/memory/rank/query.ts";
import { rankFacts } from "../../src/memory/rank/rank-facts.ts";
import { rankMessages } from "../../src/memory/rank/rank-messages.ts";
import type { RankMethod } from "../../src/memory/rank/weights.ts";
import type { StaticEmbedder } from "../../src/model/embedder/embedder.ts";
import type { Dataset, Open } from "./dataset.ts";

/** The messages of a data set as a view, as the product builds it. */
export function viewOf({ sessions }: Dataset, embedder?: StaticEmbedder): MessageView {
	const view = createMessageView();
	for (const { key, messages } of sessions) {
		view.add(
			key,
			messages.map(
				({ role, content, displayName, at }, offset): Entry => ({
					...analyse(content, {
						kind: role,
						...(displayName !== undefined && { speaker: displayName }),
						...(embedder && { embedder }),
					}),
					...{ offset, at },
				}),
			),
		);
	}
	return view;
}

/** The ranker alone, without a store. */
export const ourView =
	(embedder?: StaticEmbedder, method: RankMethod = "hybrid"): Open =>
	(dataset) => {
		const view = viewOf(dataset, embedder);
		return (question, limit) => {
			const query = readQuery(question, embedder ? { embedder } : {});
			return rankMessages(view, query, { limit, method }).map(({ session, offset }) => [session, offset]);
		};
	};

/** The ranker of facts alone: each message of a data set is a fact. */
export const ourFacts =
	(embedder?: StaticEmbedder, method: RankMethod = "hybrid"): Open =>
	({ sessions }) => {
		const view = createFactView();
		const places = sessions.flatMap(({ key, messages }) =>
			messages.map(({ content, at }, index) => ({ place: [key, index] as const, content, at })),
		);
		places.forEach(({ content, at }, id) => {
			const analysed = analyse(content, embedder ? { embedder } : {});
			view.put({ ...analysed, id, at, importance: 0.5, pinned: false });
		});
		return (question, limit) => {
			const query = readQuery(question, embedder ? { embedder } : {});
			const hits = rankFacts([view], query, { limit, method, now: 0 });
			return hits.flatMap(({ id }) => (places[id] ? [places[id].place] : []));
		};
	};
