import { useQuery } from "@tanstack/react-query";
import { useHf } from "../../connect/connection.tsx";

/** Memories that several agents share: what is in them is nobody's own. */
export function Spaces({ own }: { own: string | undefined }) {
	const hf = useHf();
	const spaces = useQuery({ queryKey: ["spaces"], queryFn: () => hf.spaces.list() });
	if (own === undefined && !spaces.data?.length) return null;
	return (
		<p className="small soft">
			{own !== undefined && (
				<>
					This agent remembers in the shared space <b dir="auto">{own}</b>.{" "}
				</>
			)}
			{spaces.data !== undefined && spaces.data.length > 0 && (
				<>
					Shared spaces:{" "}
					{spaces.data.map(({ name, facts }, index) => (
						<span key={name}>
							{index > 0 && ", "}
							<bdi>{name}</bdi> ({facts.toLocaleString()} {facts === 1 ? "fact" : "facts"})
						</span>
					))}
					. An agent that shares one shows what is in it.
				</>
			)}
		</p>
	);
}
