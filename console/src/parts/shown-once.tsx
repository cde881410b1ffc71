import { useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";

interface Props {
	label: string;
	value: string;
	/** For one that can be had again. */
	hint?: string;
}

/** A secret that is never shown again: to copy now. */
export function ShownOnce({ label, value, hint = "Shown this once, and kept nowhere: copy it now." }: Props) {
	const field = useRef<HTMLInputElement>(null);
	const [said, setSaid] = useState("");
	const copy = async (): Promise<void> => {
		field.current?.select();
		try {
			// Browsers give it to pages of this machine or over TLS only.
			await navigator.clipboard.writeText(value);
			setSaid("Copied.");
		} catch {
			setSaid("Selected: copy it with your keyboard.");
		}
	};
	return (
		<div className="stack">
			<Field label={label} hint={hint}>
				{(props) => (
					<input
						{...props}
						ref={field}
						className="input mono"
						readOnly
						value={value}
						onFocus={(event) => event.target.select()}
					/>
				)}
			</Field>
			<div className="row">
				<Button onClick={copy}>Copy</Button>
				<span role="status" className="soft small">
					{said}
				</span>
			</div>
		</div>
	);
}
