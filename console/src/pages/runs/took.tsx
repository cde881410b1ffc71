import type { Run } from "holdfast";
import { useEffect, useState } from "react";
import { duration } from "../../parts/time.tsx";

const SECOND = 1_000;

/** The duration of a run; of an active run the duration so far, in whole seconds. */
export function Took({ run: { startedAt, createdAt, endedAt } }: { run: Run }) {
	const [now, setNow] = useState(Date.now);
	const open = endedAt === undefined;
	useEffect(() => {
		if (!open) return;
		const timer = setInterval(() => setNow(Date.now()), SECOND);
		return () => clearInterval(timer);
	}, [open]);
	// The browser's clock can be behind the server's.
	const ms = Math.max(0, (open ? now : Date.parse(endedAt)) - Date.parse(startedAt ?? createdAt));
	if (open && ms < 60 * SECOND) return `${Math.floor(ms / SECOND)} s`;
	return duration(ms);
}
