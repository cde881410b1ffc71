import { analyse } from "../../src/memory/index/analyse.ts";
import type { Entry } from "../../src/memory/index/analysed.ts";
import { createMessageView, type MessageView } from "../../src/memory/index/message-view.ts";
import type { StaticEmbedder } from "../../src/model/embedder/embedder.ts";
import type { Dataset } from "./dataset.ts";

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
					offset,
					at,
				}),
			),
		);
	}
	return view;
}
