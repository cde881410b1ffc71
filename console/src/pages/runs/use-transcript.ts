import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Run } from "holdfast";
import { useEffect, useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { contentText } from "./content-text.ts";
import { isOpen } from "./is-open.ts";
import { readRunEvents } from "./read-run-events.ts";
import { addStreamed, loggedPieces, type Piece } from "./transcript.ts";

/*
 * waiting ── the run is active ──▶ streaming ── it ends ──▶ read the log
 *                                     │ no stream here: it runs in another process, or does not stream
 *                                     └──▶ poll the log
 */

/** The poll interval of the log without a stream, in milliseconds. */
const EVERY = 1_000;

interface Streamed {
	pieces: readonly Piece[];
	gone: boolean;
}

/** The stream of a run, from its start. */
function useStreamed(id: string, open: boolean): Streamed {
	const hf = useHf();
	const [streamed, setStreamed] = useState<Streamed>({ pieces: [], gone: false });
	useEffect(() => {
		if (!open) return;
		const events = hf.runs.stream(id);
		let left = false;
		const read = async (): Promise<void> => {
			setStreamed({ pieces: [], gone: false });
			for await (const event of events) {
				if (left) return;
				setStreamed(({ pieces }) => ({ pieces: addStreamed(pieces, event), gone: false }));
			}
		};
		read().catch(() => {
			if (!left) setStreamed(({ pieces }) => ({ pieces, gone: true }));
		});
		return () => {
			left = true;
			void events.return?.();
		};
	}, [hf, id, open]);
	return streamed;
}

export interface Transcript {
	pieces: readonly Piece[];
	error: unknown;
	/** More may follow. */
	live: boolean;
}

/** The messages and tool calls of a run; streamed while it is active. */
export function useTranscript(run: Run): Transcript {
	const hf = useHf();
	const open = isOpen(run);
	const { pieces: streamed, gone } = useStreamed(run.id, open);
	const { agentId, userId, sessionId, id } = run;
	const log = useQuery({
		queryKey: ["run", id, "events", open ? "live" : "whole"],
		queryFn: () => readRunEvents(hf.session({ agentId, sessionId, userId }), id),
		enabled: !open || gone,
		refetchInterval: open && gone && EVERY,
		placeholderData: keepPreviousData,
	});
	// After the end, the streamed pieces stay until the log is loaded.
	if (log.data && (!open || gone)) return { pieces: loggedPieces(log.data), error: undefined, live: open };
	const asked: Piece[] =
		run.input === undefined ? [] : [{ key: "input", kind: "said", by: "user", text: contentText(run.input) }];
	return { pieces: [...asked, ...streamed], error: log.error ?? undefined, live: open };
}
