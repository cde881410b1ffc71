/** The id in the path or the query. */
export const idOf = ({
	params,
	query,
}: {
	params: Readonly<Record<string, string>>;
	query: { id?: string | undefined };
}) => query.id ?? params.id ?? "";

/** Removes undefined members, so that the library uses its defaults. */
export function said<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
	const entries = Object.entries(values).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
