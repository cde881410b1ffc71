import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { ErrorNote } from "../../parts/note.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { Moment } from "../../parts/time.tsx";

const TERMS: readonly (readonly [seconds: number, name: string])[] = [
	[900, "15 minutes"],
	[3_600, "1 hour"],
	[28_800, "8 hours"],
	[86_400, "1 day"],
];

/** Creates a token of one user and shows it once. */
export function MakeToken({ id, onClose }: { id: string; onClose(): void }) {
	const hf = useHf();
	const [seconds, setSeconds] = useState(900);
	const [made, setMade] = useState<{ token: string; expiresAt: string }>();
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>();
	const make = async (): Promise<void> => {
		setBusy(true);
		setError(undefined);
		try {
			setMade(await hf.tokens.create({ userId: id, expiresInSeconds: seconds }));
		} catch (failure) {
			setError(failure);
		}
		setBusy(false);
	};
	return (
		<Dialog key={made ? "made" : "asked"} title="Create token" onClose={onClose}>
			<p className="small">
				The token acts as <bdi className="mono">{id}</bdi> and gives access only to the data of this user. Use
				it in a browser or an app, or to log in here as this user.
			</p>
			{made ? (
				<>
					<ShownOnce label="Token" value={made.token} />
					<p className="small">
						Expires: <Moment at={made.expiresAt} />
					</p>
				</>
			) : (
				<Field label="Expires in">
					{(field) => (
						<select
							{...field}
							className="input"
							value={seconds}
							onChange={(event) => setSeconds(Number(event.target.value))}
						>
							{TERMS.map(([value, name]) => (
								<option key={value} value={value}>
									{name}
								</option>
							))}
						</select>
					)}
				</Field>
			)}
			{error !== undefined && <ErrorNote error={error} />}
			<div className="dialog-actions">
				<Button onClick={onClose}>{made ? "Close" : "Cancel"}</Button>
				{!made && (
					<Button look="primary" disabled={busy} onClick={make}>
						Create token
					</Button>
				)}
			</div>
		</Dialog>
	);
}
