import type { Run } from "holdfast";
import { useEffect, useState } from "react";
import { duration } from "../../parts/time.tsx";

const SECOND = 1_000;

/** How long a run took; of one that is under way how long it has taken so far, in whole seconds. */
export function Took({ run: { startedAt, createdAt, endedAt } }: { run: Run }) {
	const [now, setNow] = useState(Date.now);
	const open = endedAt === undefined;
	useEffect(() => {
		if (!open) return;
		const timer = setInterval(() => setNow(Date.now()), SECOND);
		return () => clearInterval(timer);
	}, [open]);
	// The clock of the browser may be behind that of the server.
	const ms = Math.max(0, (open ? now : Date.parse(endedAt)) - Date.parse(startedAt ?? createdAt));
	if (open && ms < 60 * SECOND) return `${Math.floor(ms / SECOND)} s`;
	return duration(ms);
}
