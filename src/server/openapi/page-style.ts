/** The style of the page. Nothing is fetched: it uses the fonts of the reader's machine. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #566170; --line: #dfe4ea; --back: #fbfcfd; --card: #fff;
	--code: #f2f5f8; --accent: #0b6e6e; --get: #1a66a3; --post: #26713a; --put: #855b00; --patch: #7a4fb5; --delete: #b3372f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9ef; --soft: #9aa7b6; --line: #2c3541; --back: #12171d;
	--card: #181f27; --code: #0f141a; --accent: #5cc8c2; --get: #6db3ee; --post: #74c98a; --put: #dcae4e; --patch: #b99af0;
	--delete: #f08a80; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; color: var(--ink); background: var(--back); font: 16px/1.55 system-ui, sans-serif; }
code, pre, .path { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875em; }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: 1rem; padding: .4rem .8rem; background: var(--card); }
.page { display: grid; grid-template-columns: 14rem minmax(0, 56rem); gap: 3rem; max-width: 77rem; margin: 0 auto; padding: 0 1.5rem; }
nav { position: sticky; top: 0; align-self: start; height: 100vh; overflow-y: auto; padding: 2rem .25rem; font-size: .9rem; }
nav strong { display: block; margin: 0 0 .75rem; font-size: 1.05rem; }
nav ul { list-style: none; margin: 0; padding: 0 0 .4rem 1.1rem; }
nav ul.rest { padding: .5rem 0 0 1.1rem; }
nav li { padding: .12rem 0; overflow-wrap: anywhere; }
nav summary { padding: .15rem 0; cursor: pointer; }
.count { color: var(--soft); font-size: .8rem; }
main { padding: 2rem 0 6rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .25rem; letter-spacing: -.01em; }
h2 { font-size: 1.35rem; margin: 3rem 0 .75rem; padding-top: .5rem; border-top: 1px solid var(--line); text-transform: capitalize; }
h3, h4 { font-size: .85rem; margin: 1.35rem 0 .35rem; color: var(--soft); font-weight: 600; }
.lead { max-width: 46rem; }
pre { margin: 0; padding: .8rem 1rem; overflow-x: auto; background: var(--code); border: 1px solid var(--line); border-radius: 8px; }
p code, li code, td code { background: var(--code); padding: .1em .35em; border-radius: 4px; overflow-wrap: anywhere; }
main details { margin: .4rem 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
main summary { display: grid; grid-template-columns: 4.2rem 16.5rem minmax(0, 1fr) 1rem; gap: 0 .75rem; align-items: baseline; padding: .55rem 1rem; cursor: pointer; list-style: none; }
main .shape > summary { grid-template-columns: 12rem minmax(0, 1fr) 1rem; }
main summary::-webkit-details-marker { display: none; }
main summary::after { content: "+"; color: var(--soft); text-align: right; }
main details[open] > summary::after { content: "\\2212"; }
main summary:hover { background: var(--code); border-radius: 10px; }
main details[open] > summary { border-bottom: 1px solid var(--line); border-radius: 10px 10px 0 0; }
.path { font-weight: 600; overflow-wrap: anywhere; }
.says { color: var(--soft); font-size: .92rem; }
.verb { font: 700 .75rem/1 ui-monospace, Menlo, monospace; letter-spacing: .04em; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .patch { color: var(--patch); } .delete { color: var(--delete); }
.inside { padding: .25rem 1rem 1rem; scroll-margin-top: 4.5rem; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; font-size: .92rem; }
td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
tr:last-child td { border-bottom: 0; }
td:first-child { width: 27%; font-weight: 600; } td.kind { width: 26%; }
.codes td:first-child { width: 5rem; }
.kind { color: var(--soft); }
.required { color: var(--delete); font-size: .75rem; font-weight: 600; white-space: nowrap; }
.optional { color: var(--soft); font-size: .75rem; font-weight: 400; white-space: nowrap; }
.rights { font-size: .9rem; color: var(--soft); margin: .75rem 0 0; }
@media (max-width: 52rem) {
	.page { display: block; padding: 0 1rem; }
	nav { position: static; height: auto; padding: 1.25rem 0 0; columns: 2; } nav strong { column-span: all; }
	nav summary, nav li { padding: .35rem 0; } nav details, nav .rest { break-inside: avoid; } nav ul.rest { padding-top: 0; }
	main { padding-top: 1.25rem; } h1 { font-size: 1.6rem; }
	main summary { grid-template-columns: 3.6rem minmax(0, 1fr) 1rem; padding: .6rem .75rem; }
	.says { grid-column: 1 / -1; grid-row: 2; } main .shape > summary { grid-template-columns: minmax(0, 1fr) 1rem; }
	.inside { padding: .25rem .75rem 1rem; scroll-margin-top: 6rem; }
	.inside table, .inside tbody { display: block; }
	.inside tr { display: block; padding: .45rem 0; border-bottom: 1px solid var(--line); } .inside tr:last-child { border-bottom: 0; }
	.inside td, .inside td:first-child, .inside td.kind { display: block; width: auto; padding: 0; border: 0; } .about:empty { display: none; }
}
`;
