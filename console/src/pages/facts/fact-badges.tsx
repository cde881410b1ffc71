import type { Fact } from "holdfast";
import { Badge, type Tone } from "../../parts/badge.tsx";

const TONES: Partial<Record<Fact["status"], Tone>> = { active: "good", quarantined: "warn" };

/** The status, pin and kind of a fact. "active" is shown only with `all`, because most facts are. */
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
