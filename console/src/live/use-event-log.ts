import { useSyncExternalStore } from "react";
import type { EventLog } from "./event-log.ts";

/** Draws again when the log has changed, at most once a frame. Gives its version. */
export const useEventLog = (log: EventLog): number => useSyncExternalStore(log.subscribe, () => log.version);
