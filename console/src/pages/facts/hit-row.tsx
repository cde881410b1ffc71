import type { Hit } from "holdfast";
import { Link } from "wouter";
import { Badge } from "../../parts/badge.tsx";
import { ScoreBar } from "../../parts/score-bar.tsx";
import type { ScoreScale } from "../../parts/score-scale.ts";
import { Ago } from "../../parts/time.tsx";
import { factPath } from "../../paths.ts";
import { SourceLink } from "./source-link.tsx";

interface Props {
	hit: Hit;
	agentId: string;
	scale: ScoreScale;
	isShared: boolean;
}

/** The number of sources to show; the page of the fact shows all. */
const SOURCES = 3;

/** A search result: content, score and sources. */
export function HitRow({ hit, agentId, scale, isShared }: Props) {
	const { kind, id, content, score, parts, sources, at, role, displayName } = hit;
	const [first] = sources;
	return (
		<article className="hit">
			<div className="hit-score" aria-hidden="true">
				{score.toFixed(3)}
			</div>
			<div className="stack hit-body">
				<div className="fact-what">
					{kind === "fact" ? (
						<Link href={factPath(agentId, id)} className="fact-content">
							<span dir="auto">{content}</span>
						</Link>
					) : (
						first && (
							<SourceLink source={{ agentId, ...first }} isShared={isShared} className="fact-content">
								<span dir="auto">{content}</span>
							</SourceLink>
						)
					)}
				</div>
				<ScoreBar score={score} parts={parts} scale={scale} />
				<div className="row small soft hit-about">
					<Badge tone={kind === "fact" ? "accent" : undefined}>{kind}</Badge>
					{kind === "message" && <bdi>{displayName ?? role}</bdi>}
					{sources.length === 0 ? (
						<span>written</span>
					) : (
						<span>
							from{" "}
							{sources.slice(0, SOURCES).map((source, index) => (
								<span key={`${source.userId} ${source.sessionId} ${source.offset}`}>
									{index > 0 && ", "}
									{source.userId !== undefined && (
										<>
											<bdi>{source.userId}</bdi>{" "}
										</>
									)}
									<SourceLink source={{ agentId, ...source }} isShared={isShared} />
								</span>
							))}
							{sources.length > SOURCES && ` and ${sources.length - SOURCES} more`}
						</span>
					)}
					<Ago at={at} />
				</div>
			</div>
		</article>
	);
}
