import { type Flag, type Place, valuedFlags } from "./list-words.ts";

/** A word and its description, separated by a colon as `_describe` expects. */
const item = (word: string, about: string): string => quote(`${word.replaceAll(":", "\\:")}:${about}`);
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function placeCase({ path, words, flags }: Place): string {
	const names = words.map(({ word, about }) => item(word, about)).join(" ");
	const options = flags
		.flatMap(({ long, short, about }) =>
			short ? [item(long, about), item(short, about)] : [item(long, about)],
		)
		.join(" ");
	return `\t\t(${quote(path)}) names=(${names}); options=(${options});;`;
}

const choiceCases = ({ path, flags }: Place): string[] =>
	flags
		.filter(({ choices }) => choices.length > 0)
		.map(({ long, short, choices }: Flag) => {
			const names = [long, ...(short ? [short] : [])].map((name) => quote(`${path}|${name}`)).join("|");
			return `\t\t(${names}) compadd -- ${choices.join(" ")}; return;;`;
		});

export function zshScript(places: readonly Place[]): string {
	const paths = places.filter(({ path }) => path !== "").map(({ path }) => quote(path));
	return `#compdef holdfast
# Completes holdfast in zsh. Add to ~/.zshrc, after compinit:  eval "$(holdfast completion zsh)"
_holdfast() {
	local at='' word skip='' i
	local -a names options
	for ((i = 2; i < CURRENT; i++)); do
		word="\${words[i]}"
		if [[ -n $skip ]]; then skip=''; continue; fi
		case "$word" in
			(${valuedFlags(places).join("|")}) skip=1; continue;;
			(-*) continue;;
		esac
		case "\${at:+$at }$word" in
			(${paths.join("|")}) at="\${at:+$at }$word";;
		esac
	done
	case "$at|\${words[CURRENT-1]}" in
${places.flatMap(choiceCases).join("\n")}
	esac
	if [[ -n $skip ]]; then _files; return; fi
	case "$at" in
${places.map(placeCase).join("\n")}
	esac
	if [[ "\${words[CURRENT]}" == -* ]]; then
		_describe 'option' options
	elif (( \${#names} )); then
		_describe 'command' names
	else
		_files
	fi
}
compdef _holdfast holdfast
`;
}
