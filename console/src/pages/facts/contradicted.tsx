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
	/** Not there for who may not decide. */
	onChoose?: ((fate: Fate) => void) | undefined;
}

/** What is known that a fact contradicts, and the choice of what becomes of it. */
export function Contradicted({ agentId, found, fate, onChoose }: Props) {
	const one = found.length === 1;
	return (
		<fieldset className="stack facts-contradicted" aria-label="Contradicts what is known">
			<h2 className="review-why">It contradicts {one ? "a fact" : `${found.length} facts`} in use</h2>
			<ul className="plain-list">
				{found.map(({ fact }) => (
					<li key={fact.id} className="row small">
						<Link href={factPath(agentId, fact.id)} className="grows">
							<Said>{fact.content}</Said>
						</Link>
						{fact.pinned && <Badge tone="accent">pinned</Badge>}
						<span className="soft">
							learned <Ago at={fact.createdAt} />
						</span>
					</li>
				))}
			</ul>
			{onChoose && (
				<RadioChoice
					legend="If you approve"
					chosen={fate}
					onChoose={onChoose}
					options={[
						{
							value: "supersede",
							name: "Replace",
							words: `${one ? "the old one is" : "the old ones are"} not recalled any more, and stay${one ? "s" : ""} in the history.`,
						},
						{ value: "keep", name: "Keep both", words: "the agent recalls all of them." },
					]}
				/>
			)}
		</fieldset>
	);
}
