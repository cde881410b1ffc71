import type { Fact } from "holdfast";
import { Badge, type Tone } from "../../parts/badge.tsx";

const TONES: Partial<Record<Fact["status"], Tone>> = { active: "good", quarantined: "warn" };

/** How a fact stands. That it holds is told only where it is asked for: most do. */
export function FactBadges({
	fact: { status, pinned, kind },
	all = false,
}: {
	fact: Pick<Fact, "status" | "pinned" | "kind">;
	all?: boolean;
}) {
	return (
		<>
			{pinned && <Badge tone="accent">◆ pinned</Badge>}
			{(all || status !== "active") && <Badge tone={TONES[status]}>{status}</Badge>}
			{kind !== "other" && (
				<Badge>
					<bdi>{kind}</bdi>
				</Badge>
			)}
		</>
	);
}
