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

/** Who may call the server: the keys of this tenant. */
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
					Make a key
				</Button>
			}
		>
			<p className="soft small">
				Applications and people present a key to this server. Of each only a digest is kept: a key that is
				lost is replaced, not found.
			</p>
			<Loaded query={keys}>
				{(items) =>
					items.length === 0 ? (
						<Empty>
							No key yet. The server's own key is not in this list: it is part of its configuration.
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
