import type { AgentInfo } from "holdfast";
import type { FormEvent } from "react";
import { Button } from "../../parts/button.tsx";
import { ErrorNote, Note } from "../../parts/note.tsx";
import { MemoryBasics } from "./memory-basics.tsx";
import { MemoryDifferences } from "./memory-differences.tsx";
import { MemoryMore } from "./memory-more.tsx";
import { Switch } from "./switch.tsx";
import { useMemoryForm } from "./use-memory-form.ts";

/** The form for the settings: saves an override of the definition, or removes it. */
export function MemoryForm({ info }: { info: AgentInfo }) {
	const form = useMemoryForm(info);
	const { draft, put, wrong } = form;
	const submit = (event: FormEvent): void => {
		event.preventDefault();
		form.save();
	};
	return (
		<form className="stack agent-form" aria-label="Memory settings" onSubmit={submit}>
			<Switch
				label="Enable memory"
				meaning="Replays earlier messages, extracts facts and recalls them."
				value={draft.enabled}
				onChange={(enabled) => form.set({ enabled })}
			/>
			{put.error && Object.keys(wrong).length === 0 && <ErrorNote error={put.error} />}
			{draft.enabled && (
				<>
					<MemoryBasics form={form} />
					<MemoryMore form={form} />
				</>
			)}
			<MemoryDifferences form={form} />
			{form.isStale && (
				<Note tone="warn">
					These settings were changed by somebody else in the meantime. Saving overwrites that change.
				</Note>
			)}
			<div className="row">
				<Button look="primary" type="submit" disabled={!form.isChanged || put.isPending}>
					Save
				</Button>
				{form.isChanged && <Button onClick={form.discard}>Discard changes</Button>}
				{info.memoryChangedAt !== undefined && (
					<Button disabled={put.isPending} onClick={() => put.mutate(null)}>
						Reset to definition
					</Button>
				)}
				<span className="soft small">
					{form.isChanged
						? "Not saved yet. Saved changes take effect with the next run."
						: "Changes take effect with the next run."}
				</span>
			</div>
		</form>
	);
}
