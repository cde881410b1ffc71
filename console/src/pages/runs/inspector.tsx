import type { Run } from "holdfast";
import { useRights } from "../../connect/connection.tsx";
import { ErrorNote, Note } from "../../parts/note.tsx";
import { Page } from "../../parts/page.tsx";
import { Id } from "../../parts/text.tsx";
import { CancelRun } from "./cancel-run.tsx";
import { Conversation } from "./conversation.tsx";
import { isOpen } from "./is-open.ts";
import { MemoryPanel } from "./memory-panel.tsx";
import { MemoryUses } from "./memory-uses.tsx";
import { PromptTokens } from "./prompt-tokens.tsx";
import { RunHead } from "./run-head.tsx";
import { useTrace } from "./use-run.ts";
import { Waterfall } from "./waterfall.tsx";

/** Explains an answer: conversation and memory side by side, with the waterfall below. */
export function Inspector({ run }: { run: Run }) {
	const { write } = useRights();
	const open = isOpen(run);
	const trace = useTrace(run.id, open);
	const spans = trace.data ?? [];
	return (
		<Page
			title={`Run of ${run.agentId}`}
			about={
				<span className="soft small">
					<Id>{run.id}</Id>
				</span>
			}
			{...(open && write && { actions: <CancelRun id={run.id} /> })}
		>
			<RunHead run={run} />
			{run.error && (
				<Note tone={run.status === "failed" ? "bad" : "warn"}>
					<b className="mono">{run.error.code}</b> <span dir="auto">{run.error.message}</span>
				</Note>
			)}
			<div className="run-columns">
				<div className="stack">
					<Conversation run={run} />
					<PromptTokens run={run} spans={spans} />
					<MemoryUses run={run} spans={spans} />
				</div>
				<MemoryPanel run={run} />
			</div>
			{trace.error && <ErrorNote error={trace.error} />}
			<Waterfall runId={run.id} spans={spans} />
		</Page>
	);
}
