import { command } from "../../command.ts";

export const completion = command({
	name: "completion",
	about: "print a shell script that completes commands and options",
	details: [
		"bash: add this line to ~/.bashrc",
		'    eval "$(holdfast completion bash)"',
		"zsh: add this line to ~/.zshrc, after compinit",
		'    eval "$(holdfast completion zsh)"',
		"fish: run this once",
		"    holdfast completion fish > ~/.config/fish/completions/holdfast.fish",
	].join("\n"),
	store: false,
	args: { shell: { about: "bash, zsh or fish" } },
	examples: [
		{ type: "holdfast completion bash", to: "print the script for bash" },
		{ type: "holdfast completion fish", to: "print the script for fish" },
	],
});
