import type { Contradiction, FactPatch } from "holdfast";
import { Link } from "wouter";
import { Badge } from "../../parts/badge.tsx";
import { RadioChoice } from "../../parts/radio-choice.tsx";
import { Said } from "../../parts/text.tsx";
import { Ago } from "../../parts/time.tsx";
import { factPath } from "../../paths.ts";

export type Fate = NonNullable<FactPatch["contradictions"]>;

interface Props {
	agentId: string;
	found: readonly Contradiction[];
	fate: Fate;
	/** Missing if the credential may not decide. */
	onChoose?: ((fate: Fate) => void) | undefined;
}

/** The active facts that a fact contradicts, and the choice of what happens to them. */
export function Contradicted({ agentId, found, fate, onChoose }: Props) {
	const one = found.length === 1;
	return (
		<fieldset className="stack facts-contradicted" aria-label="Contradicted facts">
			<h2 className="review-why">Contradicts {one ? "an active fact" : `${found.length} active facts`}</h2>
			<ul className="plain-list">
				{found.map(({ fact }) => (
					<li key={fact.id} className="row small">
						<Link href={factPath(agentId, fact.id)} className="grows">
							<Said>{fact.content}</Said>
						</Link>
						{fact.pinned && <Badge tone="accent">pinned</Badge>}
						<span className="soft">
							created <Ago at={fact.createdAt} />
						</span>
					</li>
				))}
			</ul>
			{onChoose && (
				<RadioChoice
					legend="When approved"
					chosen={fate}
					onChoose={onChoose}
					options={[
						{
							value: "supersede",
							name: "Supersede",
							words: `The old ${one ? "fact is" : "facts are"} no longer recalled, but kept with the end date.`,
						},
						{ value: "keep", name: "Keep both", words: "All of them stay active." },
					]}
				/>
			)}
		</fieldset>
	);
}
