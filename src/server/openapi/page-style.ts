/** How the page looks. Nothing is fetched from anywhere: the fonts are those of the reader's machine. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --line: #dfe4ea; --back: #fbfcfd; --card: #fff;
	--code: #f2f5f8; --accent: #0b6e6e; --get: #1a6fb0; --post: #2c7d3f; --put: #9a6a00; --patch: #7a4fb5; --delete: #b3372f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9ef; --soft: #9aa7b6; --line: #2c3541; --back: #12171d;
	--card: #181f27; --code: #0f141a; --accent: #5cc8c2; --get: #6db3ee; --post: #74c98a; --put: #dcae4e; --patch: #b99af0;
	--delete: #f08a80; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
body { margin: 0; color: var(--ink); background: var(--back); font: 16px/1.55 system-ui, sans-serif; }
code, pre, .path { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875em; }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
.page { display: grid; grid-template-columns: 15rem minmax(0, 54rem); gap: 3rem; max-width: 76rem; margin: 0 auto; padding: 0 1.5rem; }
nav { position: sticky; top: 0; align-self: start; height: 100vh; overflow-y: auto; padding: 2rem 0; font-size: .9rem; }
nav strong { display: block; margin: 0 0 1rem; font-size: 1.05rem; }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
nav li { margin: .15rem 0; }
main { padding: 2rem 0 6rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .25rem; letter-spacing: -.01em; }
h2 { font-size: 1.35rem; margin: 3rem 0 .75rem; padding-top: .5rem; border-top: 1px solid var(--line); text-transform: capitalize; }
h3 { font-size: .8rem; margin: 1.25rem 0 .35rem; color: var(--soft); text-transform: uppercase; letter-spacing: .06em; font-weight: 600; }
.lead { color: var(--soft); max-width: 44rem; }
pre { margin: 0; padding: .8rem 1rem; overflow-x: auto; background: var(--code); border: 1px solid var(--line); border-radius: 8px; }
p code, li code, td code { background: var(--code); padding: .1em .35em; border-radius: 4px; }
details { margin: .5rem 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
summary { display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: baseline; padding: .65rem 1rem; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:focus-visible { outline: 2px solid var(--accent); border-radius: 10px; }
details[open] > summary { border-bottom: 1px solid var(--line); }
.path { font-weight: 600; overflow-wrap: anywhere; }
.says { color: var(--soft); font-size: .92rem; }
.verb { min-width: 4.2rem; font: 700 .75rem/1 ui-monospace, Menlo, monospace; letter-spacing: .04em; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .patch { color: var(--patch); } .delete { color: var(--delete); }
.inside { padding: .25rem 1rem 1rem; }
table { width: 100%; border-collapse: collapse; font-size: .92rem; }
td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
td:first-child { white-space: nowrap; font-weight: 600; }
.kind { color: var(--soft); white-space: nowrap; }
.need { color: var(--delete); font-size: .75rem; font-weight: 600; }
.rights { font-size: .85rem; color: var(--soft); margin: .75rem 0 0; }
@media (max-width: 52rem) { .page { display: block; } nav { position: static; height: auto; padding: 1.5rem 0 0; } nav ul { columns: 2; } main { padding-top: 1rem; } }
`;
