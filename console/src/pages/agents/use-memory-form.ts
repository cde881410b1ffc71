import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AgentInfo, MemorySettings } from "holdfast";
import { HoldfastError } from "holdfast/client";
import { useMemo, useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { useTell } from "../../parts/toasts.tsx";
import {
	type Draft,
	draftOf,
	type FieldName,
	overrideOf,
	readDraft,
	sameDraft,
	type Wrong,
} from "./memory-draft.ts";
import { NAMES } from "./memory-names.ts";

/** The errors of the server by field. Errors without a field are shown above the form. */
function refusedFields(error: unknown): Wrong {
	if (!HoldfastError.isInstance(error)) return {};
	const wrong: Wrong = {};
	const issues = Array.isArray(error.fields.issues)
		? (error.fields.issues as { field: string; message: string }[])
		: [];
	for (const { field, message } of issues) {
		// The settings are a member of the request body.
		const name = field.replace(/^memory\./, "");
		if (Object.hasOwn(NAMES, name)) wrong[name as FieldName] = `It ${message}.`;
	}
	if (error.code === "capability_missing" && "recall" in error.fields) wrong.recall = error.message;
	return wrong;
}

/**
 * The state of the form: the saved settings until the first edit, then the edits. A refetch does not overwrite them.
 */
export function useMemoryForm(info: AgentInfo) {
	const hf = useHf();
	const tell = useTell();
	const queries = useQueryClient();
	const defined = info.definedMemory ?? info.memory;
	const holds = useMemo(() => draftOf(info.memory, defined), [info.memory, defined]);
	const [edited, setEdited] = useState<{ draft: Draft; since: string | undefined }>();
	const [wrong, setWrong] = useState<Wrong>({});
	const [round, setRound] = useState(0);
	const begin = (): void => {
		setEdited(undefined);
		setWrong({});
		setRound((before) => before + 1);
	};

	const put = useMutation({
		mutationFn: (memory: MemorySettings | false | null) => hf.agents.configureMemory(info.id, memory),
		onSuccess: (changed, memory) => {
			queries.setQueryData(["agent", info.id], changed);
			void queries.invalidateQueries({ queryKey: ["agents"] });
			begin();
			tell.done(
				memory === null
					? "Reset to the definition. Takes effect with the next run."
					: "Settings saved. They take effect with the next run.",
			);
		},
		onError: (error) => setWrong(refusedFields(error)),
	});

	const draft = edited?.draft ?? holds;
	return {
		draft,
		defined,
		wrong,
		put,
		/** Changes whenever the form is reset, so that fields drop their own state. */
		round,
		isChanged: edited !== undefined && !sameDraft(edited.draft, holds),
		/** The saved settings changed since the first edit. */
		isStale: edited !== undefined && edited.since !== info.memoryChangedAt,
		set(change: Partial<Draft>): void {
			// The field is being corrected: clear its error.
			setWrong((before) =>
				Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(change, name))),
			);
			setEdited((before) => ({
				draft: { ...(before?.draft ?? holds), ...change },
				since: before ? before.since : info.memoryChangedAt,
			}));
		},
		discard(): void {
			begin();
			put.reset();
		},
		save(): void {
			const read = readDraft(draft);
			const bad = draft.enabled ? read.wrong : {};
			setWrong(bad);
			if (Object.keys(bad).length === 0) put.mutate(overrideOf(draft.enabled, read.whole, defined));
		},
	};
}

export type MemoryFormState = ReturnType<typeof useMemoryForm>;
