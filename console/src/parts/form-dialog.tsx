import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorNote } from "./note.tsx";

interface Props {
	title: string;
	/** What the button says that does it: the deed, not "OK". */
	deed: string;
	danger?: boolean;
	/** Something is missing or wrong: there is nothing to send yet. */
	disabled?: boolean;
	/** What comes of it is shown in its place: it does not close by itself. */
	stays?: boolean;
	act(): Promise<unknown>;
	onClose(): void;
	children: ReactNode;
}

/** Asks before something is done, or for what it needs; Enter sends it. Stays open, with the reason, when it fails. */
export function FormDialog({
	title,
	deed,
	danger = false,
	disabled = false,
	stays = false,
	act,
	onClose,
	children,
}: Props) {
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>();
	const send = async (event: FormEvent): Promise<void> => {
		event.preventDefault();
		if (busy) return;
		setBusy(true);
		setError(undefined);
		try {
			await act();
			if (!stays) onClose();
		} catch (failure) {
			setError(failure);
			setBusy(false);
		}
	};
	return (
		<Dialog title={title} onClose={onClose}>
			<form className="stack" onSubmit={send}>
				{children}
				{error !== undefined && <ErrorNote error={error} />}
				<div className="dialog-actions">
					<Button onClick={onClose}>Cancel</Button>
					{/* While it is done the button stays what it is: one that is disabled would lose the focus. */}
					<Button
						type="submit"
						look={danger ? "danger" : "primary"}
						disabled={disabled}
						{...(busy && { "aria-disabled": true })}
					>
						{deed}
					</Button>
				</div>
			</form>
		</Dialog>
	);
}
