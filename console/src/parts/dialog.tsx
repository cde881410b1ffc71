import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

interface Props {
	title: string;
	onClose(): void;
	children: ReactNode;
}

/** Stands in front of the page until it is closed; Escape closes it, and the focus goes back where it was. */
export function Dialog({ title, onClose, children }: Props) {
	const id = useId();
	const ref = useRef<HTMLDialogElement>(null);
	// Before it is taken off the page: only a dialog that is still there gives the focus back.
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
