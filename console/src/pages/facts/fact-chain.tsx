import { useQuery } from "@tanstack/react-query";
import type { Fact } from "holdfast";
import { Link } from "wouter";
import { useRights } from "../../connect/connection.tsx";
import { Card } from "../../parts/card.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/time.tsx";
import { factPath } from "../../paths.ts";
import { type Chain, readChain } from "./read-chain.ts";
import { useMemory } from "./use-memory.ts";

function Box({ fact, agentId, isThis = false }: { fact: Fact; agentId: string; isThis?: boolean }) {
	const told = (
		<>
			<span dir="auto" className="chain-text">
				{fact.content}
			</span>
			<span className="soft chain-when">
				{fact.status}
				{fact.validFrom !== undefined && (
					<>
						, from <Moment at={fact.validFrom} />
					</>
				)}
			</span>
		</>
	);
	if (isThis)
		return (
			<span className="chain-box chain-this" aria-current="true">
				{told}
			</span>
		);
	return (
		<Link href={factPath(agentId, fact.id)} className={`chain-box chain-${fact.status}`}>
			{told}
		</Link>
	);
}

function Arrow({ words }: { words: string }) {
	return (
		<li className="chain-arrow">
			<span className="soft">{words}</span>
			<svg viewBox="0 0 40 12" aria-hidden="true">
				<path d="M1 6h36M32 1l6 5-6 5" />
			</svg>
		</li>
	);
}

function Picture({
	fact,
	agentId,
	merged,
	chain,
}: {
	fact: Fact;
	agentId: string;
	merged: readonly string[];
	chain: Chain;
}) {
	const { before, after, related, isPart } = chain;
	return (
		<>
			<ol className="chain" aria-label="Superseded and current facts">
				{(before.length > 0 || merged.length > 0) && (
					<>
						<li className="chain-column">
							{before.map((one) => (
								<Box key={one.id} fact={one} agentId={agentId} />
							))}
							{[...new Set(merged)].map((text) => (
								<span key={text} className="chain-box chain-merged">
									<span dir="auto" className="chain-text">
										{text}
									</span>
									<span className="soft chain-when">repeated, merged into it</span>
								</span>
							))}
						</li>
						<Arrow words={before.length > 0 ? "superseded by" : "merged into"} />
					</>
				)}
				<li className="chain-column">
					<Box fact={fact} agentId={agentId} isThis />
				</li>
				{after.map((one) => [
					<Arrow key={`to ${one.id}`} words="superseded by" />,
					<li key={one.id} className="chain-column">
						<Box fact={one} agentId={agentId} />
					</li>,
				])}
			</ol>
			{related.length > 0 && (
				<div className="stack">
					<h3>Possible duplicates or contradictions</h3>
					<ul className="chain-related">
						{related.map((one) => (
							<li key={one.id}>
								<Box fact={one} agentId={agentId} />
							</li>
						))}
					</ul>
				</div>
			)}
			{isPart && <p className="soft small">Only the newest superseded facts were checked.</p>}
		</>
	);
}

/** The facts that a fact superseded, that superseded it, and similar ones. */
export function FactChain({ fact, agentId }: { fact: Fact; agentId: string }) {
	const can = useRights();
	const memory = useMemory(agentId, fact.userId);
	const everything = useMemory(agentId);
	const chain = useQuery({
		queryKey: ["fact", agentId, fact.id, "chain", fact.updatedAt],
		queryFn: () => readChain(memory, fact),
	});
	const merged = useQuery({
		queryKey: ["fact", agentId, fact.id, "history"],
		queryFn: () => everything.history(fact.id),
		enabled: !can.isUser,
		select: (entries) =>
			entries.flatMap((entry) =>
				entry.change === "merged" && typeof entry.with === "string" ? [entry.with] : [],
			),
	});
	return (
		<Card title="Related facts">
			<Loaded query={chain}>
				{(found) => {
					const texts = merged.data ?? [];
					const { before, after, related } = found;
					if (before.length + after.length + related.length + texts.length === 0)
						return <p className="soft small">No other fact supersedes, repeats or contradicts this one.</p>;
					return <Picture fact={fact} agentId={agentId} merged={texts} chain={found} />;
				}}
			</Loaded>
		</Card>
	);
}
