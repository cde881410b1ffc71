import { useEffect, useState, useSyncExternalStore } from "react";
import type { EventLog } from "./event-log.ts";

/** Draws again when the log has changed, at most once a frame. Gives its version. */
export const useEventLog = (log: EventLog): number => useSyncExternalStore(log.subscribe, () => log.version);

/** The same for what need not move with every event: at most every so often, at once where it was still for a while. */
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
