import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

interface Props {
	title: string;
	onClose(): void;
	children: ReactNode;
}

/** A modal dialog. Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, onClose, children }: Props) {
	const id = useId();
	const ref = useRef<HTMLDialogElement>(null);
	// Close it before it is removed: only a dialog that is still in the page restores the focus.
	useLayoutEffect(() => {
		const dialog = ref.current;
		if (dialog && !dialog.open) dialog.showModal();
		return () => dialog?.close();
	}, []);
	return (
		<dialog
			ref={ref}
			className="dialog"
			aria-labelledby={id}
			onCancel={(event) => {
				event.preventDefault();
				onClose();
			}}
		>
			<div className="dialog-body">
				<h2 id={id}>{title}</h2>
				{children}
			</div>
		</dialog>
	);
}
