import type { Session } from "holdfast";
import { useRef, useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { download, fileName } from "../../parts/download.ts";
import { useTell } from "../../parts/toasts.tsx";
import { refOf } from "./session-ref.ts";

export interface Export {
	/** The number of lines received; undefined while no export runs. */
	lines: number | undefined;
	begin(): Promise<void>;
	stop(): void;
}

/** Lines per Blob. The browser can keep Blobs on disk. */
const PIECE = 500;
const TYPE = "application/x-ndjson";

/** Downloads a session as JSON Lines, as the server sends it. */
export function useExport(session: Session): Export {
	const hf = useHf();
	const tell = useTell();
	const [lines, setLines] = useState<number>();
	const stopped = useRef(false);
	const begin = async (): Promise<void> => {
		stopped.current = false;
		setLines(0);
		const pieces: Blob[] = [];
		let piece: string[] = [];
		let count = 0;
		const flush = (): void => {
			pieces.push(new Blob(piece, { type: TYPE }));
			piece = [];
			setLines(count);
		};
		try {
			for await (const line of hf.sessions.export(refOf(session))) {
				if (stopped.current) return;
				piece.push(line);
				count += 1;
				if (piece.length === PIECE) flush();
			}
			flush();
			download(fileName(session.sessionId, "jsonl"), new Blob(pieces, { type: TYPE }));
			tell.done(`Exported ${count.toLocaleString()} lines: the session and its events.`);
		} catch (error) {
			tell.failed(error);
		} finally {
			setLines(undefined);
		}
	};
	return {
		lines,
		begin,
		stop: () => {
			stopped.current = true;
		},
	};
}
