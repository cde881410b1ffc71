import { HoldfastError } from "holdfast/client";
import { type FormEvent, useState } from "react";
import { Button } from "../parts/button.tsx";
import { Field } from "../parts/field.tsx";
import "./login-page.css";

interface Props {
	wrong: string | undefined;
	logIn(credential: string, keeps: boolean): Promise<void>;
}

const wordsOf = (error: unknown): string =>
	HoldfastError.isInstance(error) && error.code === "unauthorized"
		? "This key is not known here. It may be revoked, or of another server."
		: `The server does not answer: ${error instanceof Error ? error.message : String(error)}`;

export function LoginPage({ wrong, logIn }: Props) {
	const [credential, setCredential] = useState("");
	const [keeps, setKeeps] = useState(false);
	const [failed, setFailed] = useState(wrong);
	const [busy, setBusy] = useState(false);

	const submit = async (event: FormEvent): Promise<void> => {
		event.preventDefault();
		setBusy(true);
		setFailed(undefined);
		try {
			await logIn(credential.trim(), keeps);
		} catch (error) {
			setFailed(wordsOf(error));
			setBusy(false);
		}
	};

	return (
		<main className="login">
			<form className="card" onSubmit={submit}>
				<div className="row">
					<img src="./mark.svg" alt="" width="36" height="36" />
					<h1>Holdfast</h1>
				</div>
				<p className="soft small">
					Log in with a key of this server. With the token of a user you see what is theirs.
				</p>
				<Field label="Key or token" {...(failed !== undefined && { wrong: failed })}>
					{(field) => (
						<input
							{...field}
							className="input mono"
							type="password"
							autoComplete="current-password"
							spellCheck={false}
							required
							value={credential}
							onChange={(event) => setCredential(event.target.value)}
						/>
					)}
				</Field>
				<label className="row small">
					<input type="checkbox" checked={keeps} onChange={(event) => setKeeps(event.target.checked)} />
					Stay logged in on this device
				</label>
				<Button look="primary" type="submit" disabled={busy || credential.trim() === ""}>
					{busy ? "Logging in…" : "Log in"}
				</Button>
				<p className="soft small">
					<code>holdfast keys create</code> makes a key. It is kept in this browser only.
				</p>
			</form>
		</main>
	);
}
