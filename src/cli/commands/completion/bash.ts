import { type Place, valuedFlags } from "./list-words.ts";

const every = ({ words, flags }: Place): string =>
	[
		...words.map(({ word }) => word),
		...flags.flatMap(({ long, short }) => (short ? [long, short] : [long])),
	].join(" ");

/** The words that follow an option, where they are known. */
const afterFlags = ({ path, flags }: Place): string[] =>
	flags
		.filter(({ choices }) => choices.length > 0)
		.map(({ long, short, choices }) => {
			const names = [long, ...(short ? [short] : [])].map((name) => `"${path}|${name}"`).join("|");
			return `\t\t${names}) words="${choices.join(" ")}";;`;
		});

/** For bash from 3.2 on, which macOS has: no associative arrays. */
export function bashScript(places: readonly Place[]): string {
	return `# Completes holdfast in bash. Put into ~/.bashrc:  eval "$(holdfast completion bash)"
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
	# Behind any other option that takes something: files.
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
