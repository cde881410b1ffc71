import { useQueryClient } from "@tanstack/react-query";
import type { Fact, FactPatch } from "holdfast";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { useTell } from "../../parts/toasts.tsx";
import { EditFact } from "./edit-fact.tsx";
import { ForgetFact } from "./forget-fact.tsx";
import { useMemory } from "./use-memory.ts";

/** What a person can do with a fact. */
export function FactActions({ fact, agentId }: { fact: Fact; agentId: string }) {
	const memory = useMemory(agentId);
	const queries = useQueryClient();
	const tell = useTell();
	const [open, setOpen] = useState<"edit" | "forget">();
	const [busy, setBusy] = useState(false);

	const change = async (patch: FactPatch, done: string): Promise<void> => {
		setBusy(true);
		try {
			await memory.update(fact.id, patch);
			await queries.invalidateQueries({ queryKey: ["fact", agentId] });
			void queries.invalidateQueries({ queryKey: ["facts"] });
			tell.done(done);
		} catch (error) {
			tell.failed(error);
		}
		setBusy(false);
	};
	return (
		<>
			{fact.status === "quarantined" && (
				<Button
					look="primary"
					disabled={busy}
					onClick={() => change({ status: "active" }, "Approved: it is recalled from now on.")}
				>
					Approve
				</Button>
			)}
			{fact.status === "superseded" && (
				<Button disabled={busy} onClick={() => change({ status: "active" }, "It holds again.")}>
					Make it hold again
				</Button>
			)}
			<Button
				disabled={busy}
				onClick={() =>
					change(
						{ pinned: !fact.pinned },
						fact.pinned ? "Not pinned any more." : "Pinned: recalled in every run.",
					)
				}
			>
				{fact.pinned ? "Unpin" : "Pin"}
			</Button>
			<Button onClick={() => setOpen("edit")}>Edit</Button>
			<Button look="danger" onClick={() => setOpen("forget")}>
				Forget
			</Button>
			{open === "edit" && (
				<EditFact
					fact={fact}
					onSave={(patch) => memory.update(fact.id, patch)}
					onSaved={async () => {
						await queries.invalidateQueries({ queryKey: ["fact", agentId] });
						void queries.invalidateQueries({ queryKey: ["facts"] });
						tell.done("Saved. What it said before is in its history.");
					}}
					onClose={() => setOpen(undefined)}
				/>
			)}
			{open === "forget" && <ForgetFact fact={fact} agentId={agentId} onClose={() => setOpen(undefined)} />}
		</>
	);
}
