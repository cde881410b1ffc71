import { analyse } from "../../src/memory/index/analyse.ts";
import type { Entry } from "../../src/memory/index/analysed.ts";
import { createMessageView, type MessageView } from "../../src/memory/index/message-view.ts";
import { readQuery } from "../../src/memory/rank/query.ts";
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
