import { useQueryClient } from "@tanstack/react-query";
import type { Contradiction, Fact, FactPatch } from "holdfast";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { useTell } from "../../parts/toasts.tsx";
import { ApproveFact } from "./approve-fact.tsx";
import { EditFact } from "./edit-fact.tsx";
import { ForgetFact } from "./forget-fact.tsx";
import { useMemory } from "./use-memory.ts";

/** The actions of a fact. */
export function FactActions({ fact, agentId }: { fact: Fact; agentId: string }) {
	const memory = useMemory(agentId);
	const queries = useQueryClient();
	const tell = useTell();
	const [open, setOpen] = useState<"approve" | "edit" | "forget">();
	const [found, setFound] = useState<readonly Contradiction[]>([]);
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
	const [deed, done] =
		fact.status === "superseded"
			? ["Reactivate", "Fact reactivated."]
			: ["Approve", "Fact approved. It is recalled from now on."];
	const approve = async (): Promise<void> => {
		setBusy(true);
		try {
			const contradicted = await memory.contradictions(fact.id);
			setFound(contradicted);
			if (contradicted.length > 0) setOpen("approve");
			else await change({ status: "active" }, done);
		} catch (error) {
			tell.failed(error);
		}
		setBusy(false);
	};
	return (
		<>
			{fact.status === "quarantined" && (
				<Button look="primary" disabled={busy} onClick={approve}>
					Approve
				</Button>
			)}
			{fact.status === "superseded" && (
				<Button disabled={busy} onClick={approve}>
					Reactivate
				</Button>
			)}
			<Button
				disabled={busy}
				onClick={() =>
					change(
						{ pinned: !fact.pinned },
						fact.pinned ? "Fact unpinned." : "Fact pinned. It is part of every prompt.",
					)
				}
			>
				{fact.pinned ? "Unpin" : "Pin"}
			</Button>
			<Button onClick={() => setOpen("edit")}>Edit</Button>
			<Button look="danger" onClick={() => setOpen("forget")}>
				Forget
			</Button>
			{open === "approve" && (
				<ApproveFact
					fact={fact}
					agentId={agentId}
					deed={deed}
					found={found}
					act={(contradictions) => change({ status: "active", contradictions }, done)}
					onClose={() => setOpen(undefined)}
				/>
			)}
			{open === "edit" && (
				<EditFact
					fact={fact}
					onSave={(patch) => memory.update(fact.id, patch)}
					onSaved={async () => {
						await queries.invalidateQueries({ queryKey: ["fact", agentId] });
						void queries.invalidateQueries({ queryKey: ["facts"] });
						tell.done("Fact saved. The history keeps the previous values.");
					}}
					onClose={() => setOpen(undefined)}
				/>
			)}
			{open === "forget" && <ForgetFact fact={fact} agentId={agentId} onClose={() => setOpen(undefined)} />}
		</>
	);
}
