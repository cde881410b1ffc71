import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useTell } from "../../parts/toasts.tsx";

interface Props {
	onRotated(secret: string): void;
	onClose(): void;
}

export function RotateSecret({ onRotated, onClose }: Props) {
	const hf = useHf();
	const tell = useTell();
	const [hours, setHours] = useState("24");
	const keepOldHours = Number(hours);
	const isWrong = hours.trim() === "" || !(keepOldHours >= 0);
	const rotate = async (): Promise<void> => {
		const { secret } = await hf.webhooks.rotateSecret({ keepOldHours });
		onRotated(secret);
		tell.done("There is a new secret.");
	};
	return (
		<FormDialog
			title="Make a new secret?"
			deed="Make new secret"
			disabled={isWrong}
			act={rotate}
			onClose={onClose}
		>
			<p className="small">
				Until its time is over the old one signs beside the new one, so that receivers can be changed one
				after the other.
			</p>
			<Field
				label="Hours that the old one signs, too"
				hint="0: it is no good from now on."
				wrong={isWrong ? "Must be a number, 0 or more." : undefined}
			>
				{(field) => (
					<input
						{...field}
						className="input settings-short"
						inputMode="numeric"
						value={hours}
						onChange={(event) => setHours(event.target.value)}
					/>
				)}
			</Field>
		</FormDialog>
	);
}
