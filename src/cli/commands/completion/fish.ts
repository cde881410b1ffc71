import { type Place, valuedFlags } from "./list-words.ts";

const quote = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

function placeLines({ path, words, flags }: Place): string[] {
	const at = `complete -c holdfast -n ${quote(`__holdfast_at ${quote(path)}`)}`;
	return [
		...words.map(({ word, about }) => `${at} -f -a ${quote(word)}${about ? ` -d ${quote(about)}` : ""}`),
		...flags.map(({ long, short, about, takesValue, choices }) =>
			[
				`${at} -l ${long.slice(2)}`,
				...(short ? [`-s ${short.slice(1)}`] : []),
				...(takesValue ? [choices.length > 0 ? `-x -a ${quote(choices.join(" "))}` : "-r"] : []),
				`-d ${quote(about)}`,
			].join(" "),
		),
	];
}

export function fishScript(places: readonly Place[]): string {
	const paths = places.filter(({ path }) => path !== "").map(({ path }) => quote(path));
	return `# Completes holdfast in fish. Run once:  holdfast completion fish > ~/.config/fish/completions/holdfast.fish
function __holdfast_at
	set -l at ''
	set -l skip ''
	for word in (commandline -opc)[2..-1]
		if test -n "$skip"
			set skip ''
			continue
		end
		if contains -- $word ${valuedFlags(places).join(" ")}
			set skip 1
			continue
		end
		string match -q -- '-*' $word; and continue
		set -l next (string trim -- "$at $word")
		contains -- $next ${paths.join(" ")}; and set at $next
	end
	test "$at" = "$argv[1]"
end
complete -c holdfast -f -n ${quote("__holdfast_at ''")}
${places.flatMap(placeLines).join("\n")}
`;
}
