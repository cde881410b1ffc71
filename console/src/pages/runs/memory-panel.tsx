import type { Run } from "holdfast";
import { Card } from "../../parts/card.tsx";
import { isOpen } from "./is-open.ts";
import { LearnedFacts } from "./learned-facts.tsx";
import { LeftOut } from "./left-out.tsx";
import { METHODS, STRATEGIES } from "./reasons.ts";
import { RecalledFacts } from "./recalled-facts.tsx";
import { RecalledMessages } from "./recalled-messages.tsx";
import "./memory-panel.css";

/** What the run recalled, what was left out and why, and the facts extracted from it. */
export function MemoryPanel({ run }: { run: Run }) {
	const { recalled } = run;
	const open = isOpen(run);
	return (
		<Card title="Memory" className="run-memory">
			{recalled ? (
				<>
					<p className="small">
						Recall strategy <b>{recalled.strategy}</b>
						<span className="soft">
							: {STRATEGIES[recalled.strategy]}.
							{recalled.method && ` Searched by ${METHODS[recalled.method]} (${recalled.method}).`}
						</span>
						{recalled.summarizedTo !== undefined && (
							<span className="soft"> A summary replaces the messages up to #{recalled.summarizedTo}.</span>
						)}
					</p>
					<h3>Facts in the prompt</h3>
					<RecalledFacts agentId={run.agentId} facts={recalled.facts} />
					{recalled.excerpts.length > 0 && (
						<>
							<h3>Excerpts of earlier sessions in the prompt</h3>
							<RecalledMessages
								run={run}
								messages={recalled.excerpts}
								verb="quoted"
								label="Excerpts in the prompt"
							/>
						</>
					)}
					<h3>Messages in the prompt</h3>
					<RecalledMessages run={run} messages={recalled.messages} />
					<h3>Left out</h3>
					<LeftOut run={run} recalled={recalled} />
				</>
			) : (
				<p className="soft small" role="status">
					{open ? "Recalling…" : "Nothing recalled. The run ended before its first model call."}
				</p>
			)}
			{!open && <LearnedFacts run={run} />}
		</Card>
	);
}
