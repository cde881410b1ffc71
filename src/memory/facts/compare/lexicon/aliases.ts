/** Names with more than one spelling: the first of a line is the one kept. Written as in a statement, in lower case. */
const ALIASES = `
new york, new york city, nyc
los angeles, la
san francisco, sf
washington dc, washington d c
united states, usa, us, united states of america
united kingdom, uk, great britain, britain
united arab emirates, uae
netherlands, holland
czechia, czech republic
vs code, vscode, visual studio code
postgresql, postgres
javascript, js
typescript, ts
kubernetes, k8s
google cloud, gcp, google cloud platform
aws, amazon web services
macos, mac os
golang, go language
intellij, intellij idea
microsoft teams, ms teams
world cup, fifa world cup
phd, ph d
doctor, dr
professor, prof
saint, st
mount, mt
mit, massachusetts institute of technology
ucla, university of california los angeles
nyu, new york university
bbc, british broadcasting corporation
washington dc, dc
philadelphia, philly
las vegas, vegas
rio de janeiro, rio
saint petersburg, st petersburg
hong kong, hongkong
south korea, republic of korea
european union, eu
new zealand, nz
github, git hub
gitlab, git lab
youtube, you tube
whatsapp, whats app
linkedin, linked in
powerpoint, power point
iphone, i phone
macbook, mac book
ps5, playstation 5, play station 5
playstation, play station
lord of the rings, lotr
mcdonald, mcdonalds
volkswagen, vw
mercedes, mercedes benz
bmw, b m w
facebook, fb
instagram, insta
machine learning, ml
artificial intelligence, ai
`;

export interface Alias {
	from: readonly string[];
	to: readonly string[];
}

/** Aliases by their first word, longest first. */
export const ALIASES_BY_FIRST: ReadonlyMap<string, readonly Alias[]> = read();

function read(): Map<string, Alias[]> {
	const byFirst = new Map<string, Alias[]>();
	for (const line of ALIASES.trim().split("\n")) {
		const [kept = [], ...others] = line.split(", ").map((name) => name.split(" "));
		for (const from of others) {
			const first = from[0] ?? "";
			byFirst.set(first, [...(byFirst.get(first) ?? []), { from, to: kept }]);
		}
	}
	for (const list of byFirst.values()) list.sort((a, b) => b.from.length - a.from.length);
	return byFirst;
}
