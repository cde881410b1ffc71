import { JsonView } from "../../parts/json-view.tsx";
import { ErrorNote, Note } from "../../parts/note.tsx";
import { Said } from "../../parts/text.tsx";
import type { Turn, TurnPart } from "./turn.ts";

interface Props {
	turn: Turn;
	isChosen: boolean;
	/** Shows its memory in the side panel. */
	onChoose?: (() => void) | undefined;
}

/** An input, and the agent's answer and tool calls. */
export function TurnView({ turn, isChosen, onChoose }: Props) {
	return (
		<li className="play-turn" {...(isChosen && { "aria-current": "true" as const })}>
			<div className="play-said user">
				<Said>{turn.input}</Said>
			</div>
			{turn.parts.map((part, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end
				<PartView key={index} part={part} />
			))}
			{turn.status === "running" && turn.parts.at(-1)?.kind !== "text" && (
				<p className="soft small" role="status">
					Thinking…
				</p>
			)}
			{turn.error !== undefined && <ErrorNote error={turn.error} />}
			{turn.isManual && <Note tone="warn">This session is in manual mode. The agent does not answer.</Note>}
			{onChoose && turn.status !== "running" && !isChosen && (
				<button type="button" className="button plain play-why" onClick={onChoose}>
					Show memory
				</button>
			)}
		</li>
	);
}

function PartView({ part }: { part: TurnPart }) {
	if (part.kind !== "tool")
		return (
			<div className="play-said agent">
				<Said>{part.text}</Said>
			</div>
		);
	const state = part.output === undefined ? "…" : part.isError ? "failed" : "done";
	return (
		<details className="play-tool">
			<summary>
				<b>{part.name}</b> <span className="soft">{state}</span>
			</summary>
			<JsonView label={`Input of ${part.name}`} value={part.input} />
			{part.output !== undefined && <JsonView label={`Output of ${part.name}`} value={part.output} />}
		</details>
	);
}
