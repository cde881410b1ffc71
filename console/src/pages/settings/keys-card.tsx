import { useQuery } from "@tanstack/react-query";
import type { KeyInfo } from "holdfast";
import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty } from "../../parts/note.tsx";
import { EVERY } from "./every.ts";
import { KeyRow } from "./key-row.tsx";
import { NewKey } from "./new-key.tsx";
import { RevokeKey } from "./revoke-key.tsx";

/** The keys of this tenant. */
export function KeysCard() {
	const hf = useHf();
	const [making, setMaking] = useState(false);
	const [revoked, setRevoked] = useState<KeyInfo>();
	const keys = useQuery({
		queryKey: ["keys"],
		queryFn: async () => (await hf.keys.list({ limit: 1_000 })).items,
		refetchInterval: EVERY,
	});
	return (
		<Card
			title="Keys"
			aside={
				<Button look="primary" onClick={() => setMaking(true)}>
					Create key
				</Button>
			}
		>
			<p className="soft small">
				Applications and people authenticate with a key. The server stores only a digest of each key, so you
				can replace a lost key but not recover it.
			</p>
			<Loaded query={keys}>
				{(items) =>
					items.length === 0 ? (
						<Empty>
							No keys yet. The server's own key is part of its configuration and is not listed here.
						</Empty>
					) : (
						<ul className="settings-rows" aria-label="Keys">
							{items.map((key) => (
								<KeyRow key={key.id} info={key} onRevoke={() => setRevoked(key)} />
							))}
						</ul>
					)
				}
			</Loaded>
			{making && <NewKey onClose={() => setMaking(false)} />}
			{revoked && <RevokeKey info={revoked} onClose={() => setRevoked(undefined)} />}
		</Card>
	);
}
