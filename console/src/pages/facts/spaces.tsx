import { factWords } from "../../parts/fact-counts.ts";
import { useSpaces } from "../../parts/use-spaces.ts";

/** Memories that several agents share: what is in them is nobody's own. */
export function Spaces({ own }: { own: string | undefined }) {
	const spaces = useSpaces();
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
					{spaces.data.map(({ name, factsByStatus }, index) => (
						<span key={name}>
							{index > 0 && ", "}
							<bdi>{name}</bdi> ({factWords(factsByStatus)})
						</span>
					))}
					. An agent that shares one shows what is in it.
				</>
			)}
		</p>
	);
}
