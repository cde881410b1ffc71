import { createHash } from "node:crypto";
import { plain } from "./openapi/html.ts";
import { PLACE } from "./openapi/render-page.ts";

/* The page at the URL of a server, with links to the next steps. One page, without scripts. */

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #566170; --line: #dfe4ea; --back: #fbfcfd; --card: #fff; --code: #f2f5f8; --accent: #0b6e6e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9ef; --soft: #9aa7b6; --line: #2c3541; --back: #12171d; --card: #181f27; --code: #0f141a; --accent: #5cc8c2; } }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--back); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 3.5rem 1.5rem 5rem; }
h1 { margin: 0; font-size: 2.1rem; line-height: 1.2; letter-spacing: -.01em; }
h1 small { margin-left: .4rem; color: var(--soft); font-size: 1rem; font-weight: 400; letter-spacing: 0; }
h2 { margin: 2.5rem 0 .6rem; font-size: 1.1rem; }
p { margin: .5rem 0; } .soft { color: var(--soft); }
ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .75rem; margin: 1.75rem 0 0; padding: 0; list-style: none; }
li a { display: block; height: 100%; padding: .8rem 1rem; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 10px; text-decoration: none; }
li a:hover { border-color: var(--accent); } li b { display: block; color: var(--accent); } li span { color: var(--soft); font-size: .92rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875em; }
pre { margin: 0; padding: .8rem 1rem; overflow-x: auto; background: var(--code); border: 1px solid var(--line); border-radius: 8px; }
p code { padding: .1em .35em; background: var(--code); border-radius: 4px; }
@media (max-width: 36rem) { main { padding: 2rem 1rem 4rem; } h1 { font-size: 1.7rem; } }
`;

const styleHash = createHash("sha256").update(STYLE).digest("base64");

/** The page may show itself, and nothing else. */
export const START_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const LINKS: readonly (readonly [path: string, name: string, about: string])[] = [
	["/v1/docs", "API", "Every operation, with examples to copy"],
	["/v1/openapi.json", "OpenAPI", "The OpenAPI document, for tools"],
	["/health", "Health", "Whether the server runs; /ready: whether its store responds"],
];

function curl(isOpen: boolean): string {
	const header = isOpen ? "" : ' \\\n  -H "Authorization: Bearer $HOLDFAST_KEY"';
	return `curl "${PLACE}/v1/agents"${header}

# replace assistant with the id of one of them
curl "${PLACE}/v1/agents/assistant/run"${header} \\
  -H "Content-Type: application/json" \\
  -d '{ "input": "Hi, I am Ada.", "userId": "ada", "sessionId": "first" }'`;
}

const shell = (isOpen: boolean): string =>
	`export HOLDFAST_URL=${PLACE}
${isOpen ? "" : "export HOLDFAST_KEY=…\n"}
holdfast agents ls
holdfast chat assistant
holdfast memory ls`;

/** Shows nothing of the server's data: the page needs no credential. */
export function renderStart({ version, isOpen }: { version: string; isOpen: boolean }): string {
	const links = LINKS.map(
		([path, name, about]) =>
			`<li><a href="${path}"><b>${plain(name)}</b><span>${plain(about)}</span></a></li>`,
	);
	const who = isOpen
		? "It accepts requests from this machine only, without a key."
		: "Callers need a key: <code>holdfast keys create</code> creates one.";
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Holdfast</title><style>${STYLE}</style></head>
<body><main><h1>Holdfast <small>${plain(version)}</small></h1>
<p>Sessions, state and memory for AI agents. This server is up. ${who}</p>
<ul>${links.join("")}</ul>
<h2>From a terminal</h2><pre>${plain(shell(isOpen))}</pre>
<h2>Over HTTP</h2><pre>${plain(curl(isOpen))}</pre>
</main></body></html>
`;
}
