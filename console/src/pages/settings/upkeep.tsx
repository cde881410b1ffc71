import { useState } from "react";
import { useConnection } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useTell } from "../../parts/toasts.tsx";

/** Work on everything that is kept, which nobody needs on an ordinary day. */
export function Upkeep() {
	const { hf, can, about } = useConnection();
	const tell = useTell();
	const [asked, setAsked] = useState<"reembed" | "compact">();
	const hasEmbedder = about.memory !== undefined && about.memory.embedder !== false;
	if (!hasEmbedder && !can.root) return null;
	const close = (): void => setAsked(undefined);
	const reembed = async (): Promise<void> => {
		const { facts } = await hf.reembed();
		tell.done(`${facts.toLocaleString()} facts have new vectors.`);
	};
	const compact = async (): Promise<void> => {
		await hf.compact();
		tell.done("The files of the store are rewritten.");
	};
	return (
		<Card title="Upkeep">
			<div>
				{hasEmbedder && (
					<div className="settings-upkeep">
						<p>
							<b>Make all vectors anew.</b> Needed once after the embedder was changed: until then search
							finds by words alone.
						</p>
						<Button onClick={() => setAsked("reembed")}>Make vectors anew</Button>
					</div>
				)}
				{can.root && (
					<div className="settings-upkeep">
						<p>
							<b>Rewrite the files of the store.</b> No byte of what was erased is left in them then. It
							concerns all tenants.
						</p>
						<Button onClick={() => setAsked("compact")}>Rewrite files</Button>
					</div>
				)}
			</div>
			{asked === "reembed" && (
				<FormDialog title="Make all vectors anew?" deed="Make vectors anew" act={reembed} onClose={close}>
					<p>
						The embedder is asked for every fact of this tenant. With many facts it takes long, and an outside
						model costs what it costs.
					</p>
				</FormDialog>
			)}
			{asked === "compact" && (
				<FormDialog
					title="Rewrite the files of the store?"
					deed="Rewrite files"
					act={compact}
					onClose={close}
				>
					<p>
						Takes as long as copying the files, and as much room on the disk. Writes may wait meanwhile.
						Stores without files of their own have nothing to do.
					</p>
				</FormDialog>
			)}
		</Card>
	);
}
