import { useQuery } from "@tanstack/react-query";
import { HoldfastError } from "holdfast/client";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { Said } from "../../parts/text.tsx";
import { factPath } from "../../paths.ts";

interface Props {
	agentId: string;
	id: string;
	/** The number of its wording at that time; runs of earlier versions have none. */
	wording?: number | undefined;
}

/** A link to a fact, with its wording at the time of the run and, if different, its current one. */
export function FactLine({ agentId, id, wording }: Props) {
	const hf = useHf();
	const fact = useQuery({
		queryKey: ["fact", agentId, id, ...(wording === undefined ? [] : [wording])],
		queryFn: async () => {
			try {
				return await hf.memory(agentId, { everybody: true }).get(id, { wording });
			} catch (error) {
				if (HoldfastError.isInstance(error) && error.code === "not_found") return null;
				throw error;
			}
		},
		staleTime: 30_000,
	});
	if (fact.data === null) return <span className="soft">(forgotten)</span>;
	if (fact.error) return <span className="soft">(cannot be read: {fact.error.message})</span>;
	const { content = "…", current } = fact.data ?? {};
	return (
		<>
			<Link href={factPath(agentId, id)} className="said" dir="auto">
				{content}
			</Link>
			{current !== undefined && (
				<span className="soft small run-fact-now">
					Edited since. Now: <Said>{current}</Said>
				</span>
			)}
		</>
	);
}
