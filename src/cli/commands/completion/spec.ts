import { command } from "../../command.ts";

export const completion = command({
	name: "completion",
	about: "print a script that lets a shell complete commands and options",
	details: [
		"bash: put this line into ~/.bashrc",
		'    eval "$(holdfast completion bash)"',
		"zsh: put this line into ~/.zshrc, behind compinit",
		'    eval "$(holdfast completion zsh)"',
		"fish: type this once",
		"    holdfast completion fish > ~/.config/fish/completions/holdfast.fish",
	].join("\n"),
	store: false,
	args: { shell: { about: "bash, zsh or fish" } },
	examples: [
		{ type: "holdfast completion bash", to: "print the script for bash" },
		{ type: "holdfast completion fish", to: "print the script for fish" },
	],
});
