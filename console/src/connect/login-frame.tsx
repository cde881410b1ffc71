import { type ReactNode, useEffect } from "react";
import { useTheme } from "../shell/theme.ts";
import "./login-page.css";

/** What is shown before anybody is in. */
export function LoginFrame({ children }: { children: ReactNode }) {
	// Whoever has chosen none sees the system's, also while it changes.
	useTheme();
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
