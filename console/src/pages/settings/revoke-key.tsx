import { useQueryClient } from "@tanstack/react-query";
import type { KeyInfo } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useTell } from "../../parts/toasts.tsx";

export function RevokeKey({ info, onClose }: { info: KeyInfo; onClose(): void }) {
	const hf = useHf();
	const queries = useQueryClient();
	const tell = useTell();
	const revoke = async (): Promise<void> => {
		await hf.keys.revoke(info.id);
		tell.done("Key revoked.");
		await queries.invalidateQueries({ queryKey: ["keys"] });
	};
	return (
		<FormDialog title="Revoke this key?" deed="Revoke key" danger act={revoke} onClose={onClose}>
			<p>
				The server rejects <b dir="auto">{info.name ?? info.id}</b> from now on. Programs that use it lose
				access immediately. This cannot be undone.
			</p>
		</FormDialog>
	);
}
