import { useRights } from "../../connect/connection.tsx";
import { EraseAgent } from "./erase-agent.tsx";
import { Findings } from "./findings.tsx";
import { ServerCard } from "./server-card.tsx";
import { StoreCard } from "./store-card.tsx";
import { Upkeep } from "./upkeep.tsx";

export function ServerTab() {
	const { admin } = useRights();
	return (
		<>
			<div className="columns">
				<ServerCard />
				<StoreCard />
			</div>
			{admin && <Findings />}
			{admin && <Upkeep />}
			{admin && <EraseAgent />}
		</>
	);
}
