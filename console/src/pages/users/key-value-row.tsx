import type { Json } from "holdfast";
import { useRef, useState } from "react";
import { useRights } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { Said } from "../../parts/text.tsx";
import { ValueForm } from "./value-form.tsx";

interface Props {
	name: string;
	value: Json | undefined;
	one: string;
	onSet(key: string, value: Json): Promise<void>;
	onRemove(key: string): Promise<void>;
}

function Value({ name, value }: { name: string; value: Json | undefined }) {
	if (typeof value === "string") return <Said>{value}</Said>;
	if (typeof value === "object" && value !== null) return <JsonView label={name} value={value} />;
	return <code>{JSON.stringify(value)}</code>;
}

/** One entry, shown or being edited. */
export function KeyValueRow({ name, value, one, onSet, onRemove }: Props) {
	const can = useRights();
	const [doing, setDoing] = useState<"change" | "remove">();
	const stop = (): void => setDoing(undefined);
	/** Whether the form was open: the focus then returns to the button that opened it. */
	const wasOpen = useRef(false);
	const takeFocus = (button: HTMLButtonElement | null): void => {
		if (wasOpen.current) button?.focus();
		if (button) wasOpen.current = false;
	};
	if (doing === "change")
		return (
			<li>
				<ValueForm
					name={name}
					value={value}
					deed="Save"
					onSave={async (key, next) => {
						await onSet(key, next);
						stop();
					}}
					onCancel={stop}
				/>
			</li>
		);
	return (
		<li className="user-value">
			<bdi className="mono user-key">{name}</bdi>
			<div className="user-said">
				<Value name={name} value={value} />
			</div>
			{can.write && (
				<div className="user-acts">
					<Button
						ref={takeFocus}
						look="plain"
						aria-label={`Edit ${name}`}
						onClick={() => {
							wasOpen.current = true;
							setDoing("change");
						}}
					>
						Edit
					</Button>
					<Button look="plain" aria-label={`Remove ${name}`} onClick={() => setDoing("remove")}>
						Remove
					</Button>
				</div>
			)}
			{doing === "remove" && (
				<FormDialog
					title={`Remove this ${one}?`}
					deed={`Remove ${one}`}
					danger
					act={() => onRemove(name)}
					onClose={stop}
				>
					<p>
						Removes <bdi className="mono">{name}</bdi> and its value.
					</p>
				</FormDialog>
			)}
		</li>
	);
}
