import { useState } from "react";
import { useConnection } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useTell } from "../../parts/toasts.tsx";

/** Rarely needed operations on all data. */
export function Upkeep() {
	const { hf, can, about } = useConnection();
	const tell = useTell();
	const [asked, setAsked] = useState<"reembed" | "compact">();
	const hasEmbedder = about.memory !== undefined && about.memory.embedder !== false;
	if (!hasEmbedder && !can.root) return null;
	const close = (): void => setAsked(undefined);
	const reembed = async (): Promise<void> => {
		const { facts } = await hf.reembed();
		tell.done(`${facts.toLocaleString()} facts re-embedded.`);
	};
	const compact = async (): Promise<void> => {
		await hf.compact();
		tell.done("Store compacted.");
	};
	return (
		<Card title="Upkeep">
			<div>
				{hasEmbedder && (
					<div className="settings-upkeep">
						<p>
							<b>Re-embed all facts.</b> Needed once after the embedder changes. Until then, search uses
							keywords only.
						</p>
						<Button onClick={() => setAsked("reembed")}>Re-embed</Button>
					</div>
				)}
				{can.root && (
					<div className="settings-upkeep">
						<p>
							<b>Compact the store.</b> Rewrites its files, so that they no longer contain erased data.
							Affects all tenants.
						</p>
						<Button onClick={() => setAsked("compact")}>Compact</Button>
					</div>
				)}
			</div>
			{asked === "reembed" && (
				<FormDialog title="Re-embed all facts?" deed="Re-embed" act={reembed} onClose={close}>
					<p>
						Calls the embedder for every fact of this tenant. With many facts this takes long, and an external
						model may cost money.
					</p>
				</FormDialog>
			)}
			{asked === "compact" && (
				<FormDialog title="Compact the store?" deed="Compact" act={compact} onClose={close}>
					<p>
						Takes as long as copying the files and needs the same space on disk. Writes may wait during this
						time. Does nothing for stores without files.
					</p>
				</FormDialog>
			)}
		</Card>
	);
}
