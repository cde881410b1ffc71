import type { Fact } from "holdfast";
import { Link } from "wouter";
import { Ago } from "../../parts/time.tsx";
import { factPath } from "../../paths.ts";
import { FactBadges } from "./fact-badges.tsx";
import { Owner, originOf } from "./owner.tsx";
import { Share } from "./share.tsx";

/** One fact of the list. */
export function FactRow({ fact, agentId }: { fact: Fact; agentId: string }) {
	return (
		<div className="fact-row">
			<div className="fact-what">
				<Link href={factPath(agentId, fact.id)} className="fact-content">
					<span dir="auto">{fact.content}</span>
				</Link>
				<span className="row fact-marks">
					<FactBadges fact={fact} />
				</span>
			</div>
			<span className="fact-cell">
				<Owner fact={fact} />
			</span>
			<span className="fact-cell soft">{originOf(fact)}</span>
			<Share name="importance" value={fact.importance} />
			<Share name="confidence" value={fact.confidence} />
			<span className="fact-cell soft fact-when">
				<Ago at={fact.createdAt} />
			</span>
		</div>
	);
}
