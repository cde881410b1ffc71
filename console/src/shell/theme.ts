import { useEffect, useState } from "react";

export type Theme = "system" | "light" | "dark";

const NAME = "holdfast.theme";
const dark = window.matchMedia("(prefers-color-scheme: dark)");

function kept(): Theme {
	const theme = localStorage.getItem(NAME);
	return theme === "light" || theme === "dark" ? theme : "system";
}

function apply(theme: Theme): void {
	const shown = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
	document.documentElement.dataset.theme = shown;
}

/** Set before the first paint. */
apply(kept());

export function useTheme(): [Theme, (theme: Theme) => void] {
	const [theme, setTheme] = useState(kept);
	useEffect(() => {
		apply(theme);
		if (theme === "system") localStorage.removeItem(NAME);
		else localStorage.setItem(NAME, theme);
		const follow = (): void => apply(theme);
		dark.addEventListener("change", follow);
		return () => dark.removeEventListener("change", follow);
	}, [theme]);
	return [theme, setTheme];
}
