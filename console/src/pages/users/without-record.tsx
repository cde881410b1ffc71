import { useQuery } from "@tanstack/react-query";
import type { User } from "holdfast";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { userPath } from "../../paths.ts";

/** How many of the newest sessions are looked at. */
const LOOKED_AT = 200;

/** Who has talked lately and has no record: their page works all the same. */
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
			<span className="soft">Talked lately, without a record:</span>
			{others.map((id) => (
				<Link key={id} href={userPath(id)}>
					<bdi>{id}</bdi>
				</Link>
			))}
		</section>
	);
}
