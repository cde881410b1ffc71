import { factWords } from "../../parts/fact-counts.ts";
import { useSpaces } from "../../parts/use-spaces.ts";

/** The shared spaces. */
export function Spaces({ own }: { own: string | undefined }) {
	const spaces = useSpaces();
	if (own === undefined && !spaces.data?.length) return null;
	return (
		<p className="small soft">
			{own !== undefined && (
				<>
					This agent uses the shared space <b dir="auto">{own}</b>.{" "}
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
					. To see the facts of a space, choose an agent that uses it.
				</>
			)}
		</p>
	);
}
