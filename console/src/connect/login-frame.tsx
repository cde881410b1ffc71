import { type ReactNode, useEffect } from "react";
import "../shell/theme.ts";
import "./login-page.css";

/** What is shown before anybody is in. */
export function LoginFrame({ children }: { children: ReactNode }) {
	useEffect(() => {
		document.title = "Holdfast";
	}, []);
	return (
		<main className="login">
			<div className="card">
				<div className="row">
					<img src="./mark.svg" alt="" width="36" height="36" />
					<h1>Holdfast</h1>
				</div>
				{children}
			</div>
		</main>
	);
}
