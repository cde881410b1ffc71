import { useConnection } from "../../connect/connection.tsx";
import { KeysCard } from "./keys-card.tsx";
import { TokenCard } from "./token-card.tsx";

export function KeysTab() {
	const { can } = useConnection();
	return (
		<>
			{can.admin && <KeysCard />}
			<TokenCard />
		</>
	);
}
