import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorNote } from "./note.tsx";

interface Props {
	title: string;
	/** The label of the submit button: the action, not "OK". */
	deed: string;
	danger?: boolean;
	/** Something is missing or wrong: the form cannot be sent yet. */
	disabled?: boolean;
	/** Does not close after success: the caller shows the result instead. */
	stays?: boolean;
	act(): Promise<unknown>;
	onClose(): void;
	children: ReactNode;
}

/** A confirmation or form. Enter sends it. On failure it stays open and shows the error. */
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
					{/* Not disabled while busy: a disabled button would lose the focus. */}
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
