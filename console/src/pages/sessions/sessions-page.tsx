import { Page } from "../../parts/page.tsx";
import { useQueryValue } from "../../parts/query-state.ts";
import { NARROW, useMedia } from "../../parts/use-media.ts";
import { AllSessions } from "./all-sessions.tsx";
import { DeletedReceipt } from "./deleted-receipt.tsx";
import { SearchField } from "./search-field.tsx";
import { SearchResults } from "./search-results.tsx";
import { SessionFilters } from "./session-filters.tsx";
import { filterCount, useSessionFilter } from "./use-session-filter.ts";
import "./sessions.css";

export default function SessionsPage() {
	const [text] = useQueryValue("q");
	const filter = useSessionFilter();
	const isNarrow = useMedia(NARROW);
	const searches = text !== undefined;
	const count = searches ? Number(filter.agentId !== undefined) : filterCount(filter);
	return (
		<Page title="Sessions" fills>
			<div className="sessions-ask">
				<SearchField />
				{isNarrow ? (
					<details className="sessions-fold">
						<summary>{count === 0 ? "Filters" : `Filters (${count})`}</summary>
						<SessionFilters searches={searches} />
					</details>
				) : (
					<SessionFilters searches={searches} />
				)}
			</div>
			{text === undefined ? (
				// A new list for each filter, so that each starts at its top.
				<AllSessions key={JSON.stringify(filter)} filter={filter} />
			) : (
				<SearchResults text={text} agentId={filter.agentId} />
			)}
			<DeletedReceipt />
		</Page>
	);
}
