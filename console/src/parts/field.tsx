import { type ReactNode, useId } from "react";

interface Props {
	label: string;
	hint?: ReactNode;
	wrong?: string | undefined;
	/** Receives the attributes that connect the control to its label, hint and error. */
	children(field: { id: string; "aria-describedby"?: string; "aria-invalid"?: true }): ReactNode;
}

/** A labelled control. */
export function Field({ label, hint, wrong, children }: Props) {
	const id = useId();
	const describes = [hint !== undefined && `${id}-hint`, wrong !== undefined && `${id}-wrong`].filter(
		Boolean,
	);
	return (
		<div className="field">
			<label htmlFor={id}>{label}</label>
			{children({
				id,
				...(describes.length > 0 && { "aria-describedby": describes.join(" ") }),
				...(wrong !== undefined && { "aria-invalid": true as const }),
			})}
			{hint !== undefined && (
				<span className="hint" id={`${id}-hint`}>
					{hint}
				</span>
			)}
			{wrong !== undefined && (
				<span className="wrong" id={`${id}-wrong`} role="alert">
					{wrong}
				</span>
			)}
		</div>
	);
}
