import type { AgentInfo } from "holdfast";
import { useRights } from "../../connect/connection.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Card } from "../../parts/card.tsx";
import { Ago } from "../../parts/time.tsx";
import { Backend } from "./backend.tsx";
import { MemoryForm } from "./memory-form.tsx";
import { MemoryText } from "./memory-text.tsx";

/** The memory settings: a form for admin keys, text for others. */
export function MemoryCard({ info }: { info: AgentInfo }) {
	const can = useRights();
	return (
		<Card
			title="Memory"
			aside={
				info.memoryChangedAt === undefined ? (
					<span className="soft small">as defined</span>
				) : (
					<span className="row small">
						<Badge tone="accent">overridden</Badge>
						<span className="soft">
							<Ago at={info.memoryChangedAt} />
						</span>
					</span>
				)
			}
		>
			<Backend />
			{can.admin ? <MemoryForm info={info} /> : <MemoryText info={info} />}
		</Card>
	);
}
