import { useEffect, useState, useSyncExternalStore } from "react";
import type { EventLog } from "./event-log.ts";

/** Re-renders when the log changes, at most once a frame. Returns the version of the log. */
export const useEventLog = (log: EventLog): number => useSyncExternalStore(log.subscribe, () => log.version);

/** The same at most every `everyMs`; immediately if there was no change for that long. */
export function useEventLogSlowly(log: EventLog, everyMs: number): number {
	const [version, setVersion] = useState(log.version);
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		let drawn = Number.NEGATIVE_INFINITY;
		const draw = (): void => {
			timer = undefined;
			drawn = performance.now();
			setVersion(log.version);
		};
		const stop = log.subscribe(() => {
			timer ??= setTimeout(draw, Math.max(0, drawn + everyMs - performance.now()));
		});
		setVersion(log.version);
		return () => {
			stop();
			clearTimeout(timer);
		};
	}, [log, everyMs]);
	return version;
}
