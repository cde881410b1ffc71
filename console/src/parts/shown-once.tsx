import { useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";

interface Props {
	label: string;
	value: string;
	/** For a secret that can be shown again. */
	hint?: string;
}

/** A secret that is shown only once. */
export function ShownOnce({
	label,
	value,
	hint = "Copy it now. It is stored nowhere and cannot be shown again.",
}: Props) {
	const field = useRef<HTMLInputElement>(null);
	const [said, setSaid] = useState("");
	const copy = async (): Promise<void> => {
		field.current?.select();
		try {
			// Browsers allow this only on localhost or over TLS.
			await navigator.clipboard.writeText(value);
			setSaid("Copied.");
		} catch {
			setSaid("Selected. Copy it with the keyboard.");
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
