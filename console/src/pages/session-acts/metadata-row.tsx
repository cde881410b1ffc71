import { useId } from "react";
import { Button } from "../../parts/button.tsx";
import type { Row } from "./metadata-text.ts";

interface Props {
	row: Row;
	/** Its position, for screen readers. */
	number: number;
	fault: string | undefined;
	onChange(row: Row): void;
	onRemove(): void;
}

export function MetadataRow({ row, number, fault, onChange, onRemove }: Props) {
	const id = useId();
	return (
		<li>
			<input
				className="input mono"
				aria-label={`Key ${number}`}
				placeholder="key"
				spellCheck={false}
				value={row.key}
				onChange={(event) => onChange({ ...row, key: event.target.value })}
			/>
			<input
				className="input mono"
				aria-label={`Value ${number}`}
				placeholder="value"
				spellCheck={false}
				dir="auto"
				value={row.text}
				onChange={(event) => onChange({ ...row, text: event.target.value })}
				{...(fault !== undefined && { "aria-invalid": true, "aria-describedby": id })}
			/>
			<Button look="plain" aria-label={`Remove ${row.key || `key ${number}`}`} onClick={onRemove}>
				Remove
			</Button>
			{fault !== undefined && (
				<span className="session-acts-fault" id={id} role="alert">
					{fault}
				</span>
			)}
		</li>
	);
}
