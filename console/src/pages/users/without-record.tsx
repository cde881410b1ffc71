import { useQuery } from "@tanstack/react-query";
import type { User } from "holdfast";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { userPath } from "../../paths.ts";

/** The number of newest sessions to check. */
const LOOKED_AT = 200;

/** Users with recent sessions and no record. Their pages work, too. */
export function WithoutRecord({ known }: { known: readonly User[] }) {
	const hf = useHf();
	const lately = useQuery({
		queryKey: ["sessions", "users"],
		queryFn: async () => {
			const { items } = await hf.sessions.list({ order: "updated", limit: LOOKED_AT });
			return [...new Set(items.flatMap(({ userId }) => userId ?? []))];
		},
	});
	const recorded = new Set(known.map(({ userId }) => userId));
	const others = lately.data?.filter((id) => !recorded.has(id)) ?? [];
	if (others.length === 0) return null;
	return (
		<section className="users-others small" aria-label="Users without a record">
			<span className="soft">Recently active, without a record:</span>
			{others.map((id) => (
				<Link key={id} href={userPath(id)}>
					<bdi>{id}</bdi>
				</Link>
			))}
		</section>
	);
}
