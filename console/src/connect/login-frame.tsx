import { type ReactNode, useEffect } from "react";
import { useTheme } from "../shell/theme.ts";
import "./login-page.css";

/** The frame of the pages before login. */
export function LoginFrame({ children }: { children: ReactNode }) {
	// Without a chosen theme, follows the system's, also when that changes.
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
