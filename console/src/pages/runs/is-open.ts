import type { Run } from "holdfast";

/** Whether a run has not ended yet. */
export const isOpen = ({ status }: Pick<Run, "status">): boolean =>
	status === "pending" || status === "running";
