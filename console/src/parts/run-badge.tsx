import type { Run } from "holdfast";
import { Badge, type Tone } from "./badge.tsx";

const TONES: Partial<Record<Run["status"], Tone>> = {
	completed: "good",
	failed: "bad",
	running: "accent",
	cancelled: "warn",
	superseded: "warn",
};

export function RunBadge({ status }: Pick<Run, "status">) {
	return (
		<Badge tone={TONES[status]} live={status === "running" || status === "pending"}>
			{status}
		</Badge>
	);
}
