import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorNote } from "./note.tsx";

/** Shows the data of a query; before that, that it loads, or its error. */
export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children(data: T): ReactNode }) {
	if (query.data !== undefined) return children(query.data);
	if (query.error) return <ErrorNote error={query.error} />;
	return (
		<p className="soft small" role="status">
			Loading…
		</p>
	);
}
