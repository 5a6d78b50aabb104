import { palette } from '../../../shared/pages/palette.ts'

/** The stylesheet of the documentation. It uses the same palette as the sign-in pages. */
export const stylesheet = `${palette}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 1rem/1.65 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.5rem 1rem; background: var(--card); z-index: 2; }
.skip:focus { top: 0.5rem; }
.quiet { color: var(--quiet); }

.banner {
  position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; align-items: baseline;
  padding: 0.8rem max(1.25rem, calc((100% - 72rem) / 2 + 1.25rem)); background: var(--ground); border-bottom: 1px solid var(--line);
}
.brand { font-weight: 600; letter-spacing: 0.02em; color: var(--accent); text-decoration: none; }
.brand::before {
  content: ""; display: inline-block; width: 0.85em; height: 0.85em; margin-right: 0.5em; vertical-align: -0.08em;
  border: 2px solid currentColor; border-radius: 0.2em 0.2em 0 0; border-bottom-width: 4px;
}
.banner nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.4rem; font-size: 0.95rem; }
.banner nav a { color: var(--quiet); text-decoration: none; padding: 0.1rem 0; }
.banner nav a:hover { color: var(--text); }
.banner nav a[aria-current] { color: var(--text); box-shadow: 0 2px 0 var(--accent); }

.search { margin: 0 0 0 auto; }
.search input { width: 13rem; max-width: 100%; padding: 0.25rem 0.6rem; font: inherit; font-size: 0.9rem; color: inherit; background: var(--card); border: 1px solid var(--quiet); border-radius: 0.45rem; }
.results { padding: 0; list-style: none; }
.results li { margin: 0 0 1.25rem; overflow-wrap: anywhere; }
.results p { margin: 0.15rem 0 0; }

.page { max-width: 72rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
.page:not(.front) { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 2rem 4rem; align-items: start; }
main { grid-column: 2; grid-row: 1; min-width: 0; }
.page:not(.front) main { max-width: 46rem; }
.side { grid-column: 1; grid-row: 1; position: sticky; top: 5rem; max-height: calc(100vh - 6rem); overflow-y: auto; font-size: 0.925rem; }
.side h2 { margin: 0 0 0.4rem; font-size: 0.925rem; font-weight: 600; color: var(--text); }
.side ul { list-style: none; margin: 0 0 1.5rem; padding: 0; border-left: 1px solid var(--line); }
.side li a { display: block; padding: 0.22rem 0.9rem; color: var(--quiet); text-decoration: none; margin-left: -1px; border-left: 2px solid transparent; line-height: 1.4; }
.side li a:hover { color: var(--text); }
.side li a[aria-current] { color: var(--accent); border-left-color: var(--accent); font-weight: 550; }

h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.2; font-weight: 650; letter-spacing: -0.015em; text-wrap: balance; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.3rem; line-height: 1.3; font-weight: 620; letter-spacing: -0.005em; }
h3 { margin: 2rem 0 0.25rem; font-size: 1.05rem; line-height: 1.4; }
p, ul, ol { margin: 0 0 1rem; }
li { margin: 0.25rem 0; }
main > ul, main > ol { padding-left: 1.3rem; }
main > h1 + p > code:only-child { font-size: 0.95rem; padding: 0.3rem 0.6rem; }
code { font: 0.875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; overflow-wrap: anywhere; }
p code, li code, td code { padding: 0.1em 0.35em; background: var(--card); border: 1px solid var(--line); border-radius: 0.3rem; }
.operations code, .cards code { padding: 0; background: none; border: 0; }
figure { position: relative; margin: 0 0 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; overflow: hidden; }
figcaption { padding: 0.45rem 1rem; font-size: 0.825rem; color: var(--quiet); border-bottom: 1px solid var(--line); }
pre { margin: 0; padding: 0.9rem 1rem; overflow-x: auto; line-height: 1.55; max-height: 34rem; }
pre code { overflow-wrap: normal; font-size: 0.85rem; }
pre[data-copy] { padding-right: 5rem; }
.copy {
  position: absolute; top: 0.45rem; right: 0.5rem; padding: 0.15rem 0.6rem; font: inherit; font-size: 0.8rem; color: var(--quiet); cursor: pointer;
  background: var(--card); border: 1px solid var(--line); border-radius: 0.4rem;
}
figcaption + pre + .copy { top: 2.5rem; }
.copy:hover { color: var(--text); border-color: var(--quiet); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.sample pre + figcaption, .sample .copy + figcaption { border-top: 1px solid var(--line); }
.scroll { overflow-x: auto; margin: 0 0 1.25rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.925rem; line-height: 1.5; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--quiet); font-size: 0.85rem; }
td:first-child code { white-space: nowrap; }
td em { color: var(--quiet); font-style: normal; font-size: 0.85rem; }

.front .hero { max-width: 44rem; padding: 2rem 0 1rem; }
.hero h1 { font-size: clamp(2rem, 5vw, 3rem); line-height: 1.1; letter-spacing: -0.025em; }
.lead { font-size: 1.15rem; color: var(--quiet); }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 1.75rem 0; }
.actions a { padding: 0.6rem 1.2rem; border-radius: 0.5rem; font-weight: 600; text-decoration: none; border: 1px solid transparent; }
.primary { background: var(--accent); color: var(--on-accent); }
.secondary { color: var(--text); border-color: var(--quiet) !important; }
.actions a:hover { filter: brightness(1.08); text-decoration: underline; }
.cards { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 0.75rem; }
.cards li { position: relative; margin: 0; padding: 1rem 1.15rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.7rem; }
.cards li:hover { border-color: var(--accent); }
.cards a { display: block; font-weight: 600; color: var(--text); text-decoration: none; }
.cards a::after { content: ""; position: absolute; inset: 0; }
.cards span { color: var(--quiet); font-size: 0.925rem; }
.operations { list-style: none; padding: 0; border-top: 1px solid var(--line); }
.operations li { display: flex; flex-wrap: wrap; gap: 0.1rem 0.9rem; align-items: baseline; margin: 0; padding: 0.45rem 0; border-bottom: 1px solid var(--line); }
.operations code { flex: 1 1 24rem; min-width: 0; }
.operations a { flex: 1 1 18rem; }
.method { flex: 0 0 3.6rem; font: 600 0.75rem/1.6 ui-monospace, Menlo, Consolas, monospace; color: var(--accent); }
.method.post, .method.patch, .method.delete { color: var(--warn); }
footer { border-top: 1px solid var(--line); padding: 1.25rem max(1.25rem, calc((100% - 72rem) / 2 + 1.25rem)); font-size: 0.9rem; color: var(--quiet); }
footer p { margin: 0; }

@media (max-width: 56rem) {
  .page:not(.front) { display: block; padding-top: 1.75rem; }
  .side { position: static; max-height: none; margin-top: 3rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
  .side li a { padding-block: 0.35rem; }
  h1 { font-size: 1.65rem; }
  .banner { position: static; }
  .banner nav { gap: 0.25rem 1rem; font-size: 0.9rem; }
  .search, .search input { width: 100%; }
}
@media (max-width: 40rem) {
  pre[data-copy] { padding-right: 1rem; }
  .copy, figcaption + pre + .copy { position: static; display: block; margin: 0 1rem 0.75rem auto; }
  /* Rows read downwards: side by side, there is no room for the names. */
  table:has(td:first-child code), table:has(td:first-child code) :is(tbody, tr, td) { display: block; }
  table:has(td:first-child code) thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table:has(td:first-child code) tr { padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
  table:has(td:first-child code) td { padding: 0.1rem 0; border: 0; }
  td:first-child code { white-space: normal; }
}
@media print { .side, .banner nav, .search, .copy, footer { display: none; } body { background: none; } pre { white-space: pre-wrap; } }
`
