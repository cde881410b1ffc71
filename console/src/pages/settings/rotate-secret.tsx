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
		tell.done("Secret rotated.");
	};
	return (
		<FormDialog
			title="Rotate the signing secret?"
			deed="Rotate secret"
			disabled={isWrong}
			act={rotate}
			onClose={onClose}
		>
			<p className="small">
				Until the old secret expires, deliveries are signed with both, so that you can update receivers one by
				one.
			</p>
			<Field
				label="Hours until the old secret expires"
				hint="0: it expires immediately."
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
