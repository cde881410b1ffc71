import { type Place, valuedFlags } from "./list-words.ts";

const every = ({ words, flags }: Place): string =>
	[
		...words.map(({ word }) => word),
		...flags.flatMap(({ long, short }) => (short ? [long, short] : [long])),
	].join(" ");

/** The words that can follow an option, if known. */
const afterFlags = ({ path, flags }: Place): string[] =>
	flags
		.filter(({ choices }) => choices.length > 0)
		.map(({ long, short, choices }) => {
			const names = [long, ...(short ? [short] : [])].map((name) => `"${path}|${name}"`).join("|");
			return `\t\t${names}) words="${choices.join(" ")}";;`;
		});

/** For bash 3.2 and newer. macOS has 3.2, which has no associative arrays. */
export function bashScript(places: readonly Place[]): string {
	return `# Completes holdfast in bash. Add to ~/.bashrc:  eval "$(holdfast completion bash)"
_holdfast() {
	local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
	local path="" words="" skip="" word i
	for ((i = 1; i < COMP_CWORD; i++)); do
		word="\${COMP_WORDS[i]}"
		if [ -n "$skip" ]; then skip=""; continue; fi
		case "$word" in
			${valuedFlags(places).join("|")}) skip=1; continue;;
			-*) continue;;
		esac
		case "\${path:+$path }$word" in
			${places
				.filter(({ path }) => path !== "")
				.map(({ path }) => `"${path}"`)
				.join("|")}) path="\${path:+$path }$word";;
		esac
	done
	case "$path|$prev" in
${places.flatMap(afterFlags).join("\n")}
	esac
	# After any other option that takes a value: files.
	if [ -z "$words" ] && [ -n "$skip" ]; then return; fi
	if [ -z "$words" ]; then
		case "$path" in
${places.map((place) => `\t\t\t"${place.path}") words="${every(place)}";;`).join("\n")}
		esac
	fi
	COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _holdfast holdfast
`;
}
