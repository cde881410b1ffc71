import type { Json, Run, ScoreParts, Span } from "holdfast";
import { Badge } from "../../parts/badge.tsx";
import { Card } from "../../parts/card.tsx";
import { scaleOf } from "../../parts/score-scale.ts";
import { duration } from "../../parts/time.tsx";
import { EventLine } from "./event-line.tsx";
import { FactLine } from "./fact-line.tsx";
import { METHODS } from "./reasons.ts";
import { Scored } from "./scored.tsx";

/** Operations that change facts. */
const WRITES = new Set(["write", "update", "pin", "forget", "delete", "rebuild"]);

type HitMark = { score: number; parts: ScoreParts } & (
	| { kind: "fact"; id: string }
	| { kind: "message"; sessionId: string; offset: number }
);

const numberOf = (value: Json | undefined): number | undefined =>
	typeof value === "number" ? value : undefined;
const textsOf = (value: Json | undefined): string[] =>
	Array.isArray(value)
		? value.filter((one) => typeof one === "string")
		: typeof value === "string"
			? [value]
			: [];

/** The outcome, in a few words. */
function outcome({ attributes, status }: Span): string {
	if (status === "running") return "in progress";
	const candidates = numberOf(attributes["holdfast.memory.candidates"]);
	const taken = numberOf(attributes["holdfast.memory.taken"]);
	const count = numberOf(attributes["holdfast.memory.count"]);
	const method = attributes["holdfast.memory.method"];
	const words = [
		candidates !== undefined && `${candidates} considered`,
		taken !== undefined && `${taken} used`,
		count !== undefined && taken === undefined && (count === 1 ? "1 fact" : `${count} facts`),
		typeof method === "string" && `by ${METHODS[method as keyof typeof METHODS] ?? method}`,
	];
	return words.filter((word) => word !== false).join(", ");
}

function Found({ run, hits }: { run: Run; hits: readonly HitMark[] }) {
	const scale = scaleOf(hits.map(({ parts }) => parts));
	const { agentId, userId } = run;
	return (
		<ul className="plain-list run-list">
			{hits.map((hit) => (
				<li key={hit.kind === "fact" ? hit.id : `${hit.sessionId} ${hit.offset}`}>
					<Scored score={hit.score} parts={hit.parts} scale={scale}>
						{hit.kind === "fact" ? (
							<FactLine agentId={agentId} id={hit.id} />
						) : (
							<EventLine session={{ agentId, userId, sessionId: hit.sessionId }} offset={hit.offset} named />
						)}
					</Scored>
				</li>
			))}
		</ul>
	);
}

function Use({ run, span }: { run: Run; span: Span }) {
	const { attributes, name, status, error, durationMs } = span;
	const writes = WRITES.has(name);
	const facts = textsOf(attributes["holdfast.memory.facts"]);
	const hits = attributes["holdfast.memory.hits"] as HitMark[] | undefined;
	const scope = textsOf(attributes["holdfast.memory.scope"]);
	return (
		<li className="stack run-use">
			<span className="row">
				<Badge tone={status === "error" ? "bad" : writes ? "accent" : undefined} live={status === "running"}>
					{writes ? "write" : "read"}
				</Badge>
				<b>{name}</b>
				<span className="soft grows">{scope.length > 0 && `scope: ${scope.join(", ")}`}</span>
				<span className="run-number soft">{duration(durationMs)}</span>
			</span>
			<span className="soft">{error === undefined ? outcome(span) : `failed: ${error}`}</span>
			{facts.map((id) => (
				<FactLine key={id} agentId={run.agentId} id={id} />
			))}
			{hits && hits.length > 0 && <Found run={run} hits={hits} />}
		</li>
	);
}

/** Every use of memory, by start time: recall before the first model call, and what tools did. */
export function MemoryUses({ run, spans }: { run: Run; spans: readonly Span[] }) {
	// The parts of a recall show it; its own span would repeat them.
	const uses = spans.filter(
		({ kind, name, runId }) => kind === "memory" && name !== "recall" && runId === run.id,
	);
	return (
		<Card title="Memory reads and writes">
			{uses.length === 0 ? (
				<p className="soft small">Memory was not used.</p>
			) : (
				<ul className="plain-list run-list small" aria-label="Memory reads and writes">
					{uses.map((span) => (
						<Use key={span.id} run={run} span={span} />
					))}
				</ul>
			)}
		</Card>
	);
}
