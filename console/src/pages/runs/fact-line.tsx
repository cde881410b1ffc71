import { useQuery } from "@tanstack/react-query";
import { HoldfastError } from "holdfast/client";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { factPath } from "../../paths.ts";

/** A fact by what it says, as a link to it. */
export function FactLine({ agentId, id }: { agentId: string; id: string }) {
	const hf = useHf();
	const fact = useQuery({
		queryKey: ["fact", agentId, id],
		queryFn: async () => {
			try {
				return await hf.memory(agentId, { everybody: true }).get(id);
			} catch (error) {
				if (HoldfastError.isInstance(error) && error.code === "not_found") return null;
				throw error;
			}
		},
		staleTime: 30_000,
	});
	if (fact.data === null) return <span className="soft">(forgotten since)</span>;
	if (fact.error) return <span className="soft">(cannot be read: {fact.error.message})</span>;
	return (
		<Link href={factPath(agentId, id)} className="said" dir="auto">
			{fact.data?.content ?? "…"}
		</Link>
	);
}
