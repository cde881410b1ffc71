import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorNote } from "./note.tsx";

interface Props {
	title: string;
	/** What the button says that does it: the deed, not "OK". */
	deed: string;
	danger?: boolean;
	act(): Promise<unknown>;
	onClose(): void;
	children: ReactNode;
}

/** Asks before something is done. Stays open, with the reason, when it fails. */
export function Confirm({ title, deed, danger = false, act, onClose, children }: Props) {
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>();
	const perform = async (): Promise<void> => {
		setBusy(true);
		setError(undefined);
		try {
			await act();
			onClose();
		} catch (failure) {
			setError(failure);
			setBusy(false);
		}
	};
	return (
		<Dialog title={title} onClose={onClose}>
			{children}
			{error !== undefined && <ErrorNote error={error} />}
			<div className="dialog-actions">
				<Button onClick={onClose}>Cancel</Button>
				<Button look={danger ? "danger" : "primary"} disabled={busy} onClick={perform}>
					{deed}
				</Button>
			</div>
		</Dialog>
	);
}
