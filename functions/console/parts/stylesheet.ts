import { baseStyle, serveStyle } from '../../../shared/pages/style.ts'
import { chartStyle } from '../charts/style.ts'
import { trustStyle } from '../charts/trust_style.ts'
import { productStyle } from '../catalog/product_style.ts'
import { entryStyle } from '../pages/settings/entry_style.ts'
import { menuStyle } from './menu.ts'
import { waitingStyle } from '../shop/waiting_count.ts'

const frame = `
body:has(.top) { padding: 0; font-size: var(--type-body); }
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.5rem 1rem; background: var(--card); z-index: 2; }
.skip:focus { top: 0.5rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.top { display: flex; flex-wrap: wrap; gap: 0.375rem 1.25rem; align-items: center; padding: 0.75rem 1.5rem; background: var(--card); border-bottom: 1px solid var(--line); }
.top .brand { margin: 0; text-decoration: none; }
.question { display: flex; flex: 1 1 18rem; gap: 0.375rem; max-width: 34rem; margin: 0; }
.question label { flex: 1; min-width: 0; }
.question input { width: 100%; }
.here { font-weight: 600; }
.printed { display: none; }
.room { display: grid; grid-template-columns: 13.25rem minmax(0, 1fr); max-width: 120rem; }
.room.alone { grid-template-columns: minmax(0, 40rem); justify-content: center; max-width: none; }
.room > nav { padding: 1.5rem 0 2rem 1.5rem; }
.room > nav ul { position: sticky; top: 1.5rem; margin: 0; padding: 0; list-style: none; }
.room > nav a {
  display: block; padding: 0.375rem 0.75rem; border-radius: 0.5rem; color: var(--quiet); text-decoration: none; font-weight: 500;
}
.room > nav a:hover { color: var(--text); }
.room > nav a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
main { min-width: 0; padding: 1.5rem 1.5rem 4rem; }
.card { max-width: 34rem; }
main.card { padding: 2rem; }
main:focus { outline: none; }
.heading { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; justify-content: space-between; align-items: flex-end; margin-bottom: 1.25rem; }
.heading > div { min-width: 0; }
.heading h1, .heading h2, .heading p { margin: 0; }
.address { font-size: var(--type-figure); overflow-wrap: anywhere; }
main h2 { font-size: var(--type-lead); }
main h3 { font-size: var(--type-body); }
main > h2 { margin: 2rem 0 0.75rem; }
.ranges { display: flex; flex-wrap: wrap; gap: 0.125rem; padding: 0.25rem; border: 1px solid var(--line); border-radius: 0.5rem; font-size: var(--type-small); }
.ranges a { padding: 0.25rem 0.75rem; border-radius: 0.375rem; color: var(--quiet); text-decoration: none; white-space: nowrap; }
.ranges a:hover { color: var(--text); }
.ranges a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
`

const pieces = `
.toolbar { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-bottom: 1rem; }
.toolbar .line-form { margin: 0 0 0 auto; }
.columns { margin: 0; padding: 0; border: 0; max-height: 45vh; overflow-y: auto; }
.crumbs ol { display: flex; flex-wrap: wrap; gap: 0.375rem; margin: 0 0 0.75rem; padding: 0; list-style: none; font-size: var(--type-small); }
.crumbs li + li::before { content: '/'; margin-right: 0.375rem; color: var(--quiet); }
.toolbar + .ranges, .crumbs + .ranges { display: inline-flex; margin-bottom: 1rem; }
.performance thead a { color: inherit; text-decoration: none; }
.performance thead a:hover { text-decoration: underline; }
.performance [aria-sort] a { color: var(--text); font-weight: 600; }
.performance [aria-sort="descending"] a::after { content: ' ↓'; }
.performance [aria-sort="ascending"] a::after { content: ' ↑'; }
.performance .totals > * { border-top: 1px solid var(--line); color: var(--text); font-size: var(--type-small); font-weight: 600; }
.performance th:first-child:not(.number) { position: sticky; left: 0; min-width: 12rem; max-width: 22rem; background: var(--card); z-index: 1; }
.performance thead th { white-space: normal; }
.performance tbody th { overflow-wrap: anywhere; }
.delta { display: block; font-size: var(--type-caption); font-weight: 450; color: var(--quiet); }
.delta.better { color: var(--good); }
.delta.worse { color: var(--bad); }
.path { display: flex; flex-wrap: wrap; gap: 0.25rem 0.375rem; margin: 0; padding: 0; list-style: none; font-weight: 450; }
.path li + li::before { content: '→'; margin-right: 0.375rem; color: var(--quiet); }
.chip { padding: 0.375rem 0.75rem; font-size: var(--type-small); border: 1px solid var(--line); border-radius: 0.5rem; color: var(--quiet); overflow-wrap: anywhere; }
.chips .menu > button { max-width: 100%; } .chips + .note { margin: -0.5rem 0 1rem; }
.sentence { margin: 0 0 1rem; font-size: var(--type-lead); overflow-wrap: break-word; }
.charts + .scroll { margin-top: 1.25rem; }
.examples { margin: 0; padding-left: 1.25rem; }
.examples li { margin: 0.375rem 0; }
.performance:is(.models, .answer) th:first-child:not(.number) { min-width: 8.5rem; } .performance.answer th:first-child:not(.number) { max-width: min(22rem, 45vw); } .answer thead th { min-width: 5.5rem; }
.models [scope="colgroup"] { text-align: left; } .models .pinned { position: sticky; left: 9rem; display: inline-block; }
.models th, .models td { padding-left: 0.5rem; padding-right: 0.5rem; }
th[scope="colgroup"] { text-align: center; border-left: 1px solid var(--line); }
.trend { vertical-align: middle; }
.sparkline { display: block; width: 96px; height: 26px; }
.tiles {
  display: flex; flex-wrap: wrap; gap: 1px; margin: 0 0 1.25rem; overflow: hidden;
  background: var(--line); border: 1px solid var(--line); border-radius: 0.75rem;
}
.tiles > div { flex: 1 1 8.25rem; padding: 0.75rem 1rem; background: var(--card); }
.tiles dt { font-size: var(--type-caption); color: var(--quiet); }
.tiles dd { margin: 0; }
.tiles data { overflow-wrap: normal; }
.tiles dd > .quiet { display: block; }
.tiles data, .tiles > div > dd:not(:has(data)) { display: block; font-size: var(--type-figure); font-weight: 600; letter-spacing: -0.015em; font-variant-numeric: tabular-nums; }
.tiles + .note, .sentence + .note { margin: -0.5rem 0 1.25rem; }
.tiles .quiet { font-size: var(--type-caption); }
.empty {
  margin: 1.25rem 0; padding: 2rem 1.5rem; text-align: center; color: var(--quiet); border: 1px dashed var(--line); border-radius: 0.75rem;
}
.empty p { margin: 0 auto 0.5rem; max-width: 36rem; }
.empty code, .secret code { padding: 0.25rem 0.5rem; background: var(--accent-soft); color: var(--text); border-radius: 0.375rem; }
.warnings { margin: 0 0 1.25rem; padding: 0.5rem 1rem 0.5rem 2rem; border-radius: 0.5rem; background: var(--warn-soft); color: var(--warn); font-size: var(--type-small); }
.note { margin: 0.5rem 0 0; font-size: var(--type-small); color: var(--quiet); }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 0.5rem; scrollbar-width: thin; scrollbar-color: var(--quiet) transparent; }
/* A shade at an edge shows that a table goes on there. At the end of the table, the card covers it. */
.scroll { background: linear-gradient(90deg, var(--card) 60%, transparent) left / 3rem 100% no-repeat local, linear-gradient(270deg, var(--card) 60%, transparent) right / 3rem 100% no-repeat local, linear-gradient(90deg, var(--line), transparent) left / 1rem 100% no-repeat scroll, linear-gradient(270deg, var(--line), transparent) right / 1rem 100% no-repeat scroll, var(--card); }
table { width: 100%; border-collapse: collapse; font-size: var(--type-small); }
th, td { padding: 0.5rem 0.75rem; text-align: left; vertical-align: baseline; }
tbody tr { border-top: 1px solid var(--line); }
thead th { font-weight: 500; font-size: var(--type-caption); color: var(--quiet); white-space: nowrap; }
tbody th { font-weight: 500; min-width: 9rem; }
tbody th .quiet { display: block; font-weight: 400; font-size: var(--type-caption); overflow-wrap: anywhere; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.whole, data { white-space: nowrap; }
tbody th.number { width: 1%; min-width: 4rem; font-weight: 400; color: var(--quiet); }
.bad { color: var(--bad); font-weight: 600; }
.wrong { display: block; margin: -0.5rem 0 1rem; color: var(--bad); font-size: var(--type-small); font-weight: 550; }
.cards { display: grid; gap: 0.75rem; margin: 0; padding: 0; list-style: none; }
.cards > li { padding: 1rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; min-width: 0; }
.cards > li:target { border-color: var(--accent); }
.cards p { margin: 0.125rem 0; }
.card-head { display: flex; gap: 0.75rem; justify-content: space-between; align-items: baseline; }
.card-head h2, .card-head h3 { margin: 0; min-width: 0; font-size: var(--type-body); overflow-wrap: anywhere; }
.empty p:last-child { margin-bottom: 0; } .empty .buttons { justify-content: center; margin: 0.75rem 0; }
.cards.tight { gap: 0.5rem; }
.cards.tight > li { padding: 0.75rem 1rem; }
.cards.tight .quiet { font-size: var(--type-small); }
.card-head:has(.ask[open]) { flex-wrap: wrap; }
.card-head:has(.ask[open]) .card-end { flex-basis: 100%; max-width: none; justify-content: flex-start; }
.card-end > .ask[open] { flex-basis: 100%; }
.card-end .link { padding: 0; font-size: var(--type-small); }
.card-end { display: flex; flex-wrap: wrap; flex: 0 1 auto; gap: 0.375rem 0.75rem; justify-content: flex-end; align-items: baseline; min-width: 0; max-width: 20rem; }
.card-head code { font-weight: 400; font-size: var(--type-caption); color: var(--quiet); }
.state { flex: none; padding: 0.125rem 0.5rem; border-radius: 1rem; font-size: var(--type-caption); font-weight: 550; background: var(--accent-soft); color: var(--accent); }
.cards:not(.tight) .state.active, .state.pending_approval, .state.failed, .state.pending, .state.needs_attention { background: var(--warn-soft); color: var(--warn); }
.state.resolved, .state.false_positive, .state.expired, .state.revoked, .state.rejected, .state.disabled, .state.paused, .state.disconnected { background: var(--ground); color: var(--quiet); }
.row { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 0.5rem 1rem; margin: 0.75rem 0 0; }
.row dt { font-size: var(--type-caption); color: var(--quiet); }
.row dd { margin: 0; font-variant-numeric: tabular-nums; }
.banner { margin-bottom: 1.25rem; }
.banner p { margin: 0 0 0.375rem; }
.banner p:last-child { margin: 0; }
.note + .form { margin-top: 0.75rem; }
.progress { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; margin: 0.5rem 0; font-size: var(--type-small); color: var(--quiet); }
progress { flex: 1 1 10rem; max-width: 20rem; height: 0.5rem; accent-color: var(--accent); }
.platforms { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: 0.75rem; margin: 0; padding: 0; list-style: none; }
.platforms > li { padding: 1rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; min-width: 0; }
.platforms h3 { margin: 0 0 0.375rem; font-size: var(--type-body); }
.change { font-size: var(--type-lead); font-variant-numeric: tabular-nums; }
.prose { max-width: 60ch; white-space: pre-line; overflow-wrap: anywhere; }
.cards .prose { margin: 0.5rem 0; }
.evidence { margin: 0.25rem 0 0.5rem; padding-left: 1rem; font-size: var(--type-small); overflow-wrap: anywhere; }
.choices { padding: 0; list-style: none; }
.choices li { padding: 1rem 0; border-top: 1px solid var(--line); }
.choices a { font-weight: 600; }
.pager { display: flex; gap: 1rem; align-items: baseline; margin: 1rem 0 0; font-size: var(--type-small); }
.secret { margin: 0 0 1.25rem; padding: 1rem 1.25rem; border: 1px solid var(--accent); border-radius: 0.75rem; background: var(--card); }
.secret p { margin: 0 0 0.5rem; }
.secret p:last-of-type, .platforms p { margin: 0; }
.copy { margin-left: 0.5rem; padding: 0.25rem 0.75rem; font-size: var(--type-small); background: none; color: inherit; border-color: var(--quiet); }
pre.mail { white-space: pre-wrap; overflow-wrap: anywhere; max-width: 80ch; font-size: var(--type-small); }
pre { margin: 0.25rem 0; padding: 0.5rem 0.75rem; overflow-x: auto; border-radius: 0.375rem; background: var(--ground); font-size: var(--type-caption); }
.entry { display: block; min-width: 9rem; }
.attempts { margin: 0.375rem 0 0; padding-left: 1.25rem; font-size: var(--type-small); }
`

const wall = `
.wall { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15.5rem), 1fr)); gap: 1rem; margin: 0; padding: 0; list-style: none; }
.wall > li { display: flex; flex-direction: column; min-width: 0; overflow: hidden; background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; }
.wall .about { padding: 0.75rem 1rem 1rem; font-size: var(--type-small); }
.wall .about p { margin: 0.125rem 0; }
.wall .card-head h2 { font-size: var(--type-small); }
.wall .row { grid-template-columns: 1fr 1fr; margin-top: 0.5rem; }
.picture { display: block; width: 100%; height: auto; aspect-ratio: 4 / 3; object-fit: contain; border-bottom: 1px solid var(--line); background: var(--ground); }
.picture.none { display: flex; flex-direction: column; gap: 0.375rem; align-items: center; justify-content: center; padding: 1rem; text-align: center; font-size: var(--type-small); }
.picture .initials { font-size: var(--type-display); font-weight: 650; letter-spacing: 0.04em; color: var(--accent); }
.state.fatigued { background: var(--warn-soft); color: var(--bad); }
.state.fatiguing { background: var(--warn-soft); color: var(--warn); }
.state.insufficient_data, .state.stable { background: var(--ground); color: var(--quiet); }
`
const forms = `
.slim { padding: 0.375rem 0.75rem; font-size: var(--type-small); }
.toolbar .slim { font-weight: 550; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: flex-start; margin-top: 0.75rem; }
.heading .buttons { margin: 0; }
.buttons > a { align-self: center; }
.line-form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-top: 0.75rem; font-size: var(--type-small); }
.line-form label { min-width: 0; max-width: 100%; }
.heading .line-form { margin: 0; }
select, input[type="search"], .line-form input:not([type]), textarea {
  padding: 0.375rem 0.5rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--quiet); border-radius: 0.5rem; max-width: 100%;
}
.field select { display: block; }
.form { padding: 0.75rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; }
.form + .form { margin-top: 0.5rem; }
.form .field { max-width: 34rem; }
.wrong, .now { display: block; margin-top: 0.25rem; font-size: var(--type-small); }
.cell > .field:has(+ .wrong, + .now) { margin-bottom: 0; }
.cell > :is(.wrong, .now):last-child { margin-bottom: 1rem; }
.settings .cell > :is(.wrong, .now):last-child { margin-bottom: 0; }
.wrong { color: var(--bad); }
.now { color: var(--quiet); overflow-wrap: anywhere; }
.field [aria-invalid="true"] { border-color: var(--bad); }
.form > form { margin-top: 1rem; }
.form details { margin-bottom: 1rem; }
.settings { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: 0 1.25rem; align-items: end; }
.settings .buttons, .settings .alert, .settings .whole-line { grid-column: 1 / -1; }
/* Labels, controls and messages of a row align, whatever their heights. */
.settings .cell { display: grid; grid-row: span 3; grid-template-rows: subgrid; margin-bottom: 1rem; }
.settings .cell > .field { display: grid; grid-row: span 2; grid-template-rows: subgrid; align-items: end; margin: 0; max-width: none; }
.settings h2 { margin: 1.5rem 0 0; }
.settings .note { margin-bottom: 1rem; }
.settings input, .settings select, .settings textarea { width: 100%; min-height: 2.25rem; padding: 0.375rem 0.5rem; background: var(--card); border-radius: 0.5rem; font-size: var(--type-small); }
.settings .pick input { width: auto; min-height: 0; }
.row + .settings { margin-top: 1rem; }
h2[autofocus]:focus { outline: none; }
.rules + .ask, details + .ask, .form + .ask, .settings + .ask, .form + p { margin-top: 1rem; } .buttons > .ask { margin-top: 0; }
.rules { margin: 0.5rem 0 0; font-size: var(--type-small); }
.rules dt { font-weight: 550; }
.rules dd { margin: 0 0 0.5rem; color: var(--quiet); overflow-wrap: anywhere; }
summary { cursor: pointer; }
.form > summary { font-weight: 500; }
.form > summary code { color: var(--quiet); }
.pick { display: flex; gap: 0.5rem; align-items: baseline; padding: 0.25rem 0; font-size: var(--type-small); overflow-wrap: anywhere; }
.pick input { flex: none; accent-color: var(--accent); }
.account { margin-bottom: 0.5rem; }
.account > p { margin: 0; }
.account > label { flex-wrap: wrap; padding-left: 1.5rem; }
.account > label:first-child { padding-left: 0; }
input[type="file"] { max-width: 100%; font: inherit; font-size: var(--type-small); }
input[type="file"]::file-selector-button { margin-right: 0.75rem; padding: 0.375rem 0.75rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--quiet); border-radius: 0.5rem; }
.upload { display: grid; gap: 0.5rem; justify-items: start; margin-bottom: 1.25rem; }
.upload .drop { position: relative; display: block; width: 100%; padding: 1.5rem 1.25rem; border: 1.5px dashed var(--quiet); border-radius: 0.5rem; font-size: var(--type-small); }
.upload .drop:hover, .upload .drop:focus-within { border-color: var(--accent); background: var(--accent-soft); }
.upload .drop input { display: block; width: 100%; margin-top: 0.5rem; }
.upload .note { margin: 0; }
@media (hover: hover) {
  /* The field covers the whole zone, so that the browser accepts a file dropped anywhere on it. */
  .upload .drop input { position: absolute; inset: 0; height: 100%; margin: 0; padding: 3rem 1.25rem 0; cursor: pointer; }
  .upload .drop { min-height: 6.5rem; }
}
.mapping { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 14rem), 1fr)); gap: 0.25rem 1rem; }
.mapping select, .mapping input { width: 100%; background: var(--card); }
.scroll + :is(.warnings, .tiles, .form) { margin-top: 1rem; }
.read-as { display: block; font-size: var(--type-caption); font-weight: 400; }
.buttons + .notifications { margin-top: 1rem; }
.notifications fieldset { margin: 0; padding: 0; border: 0; }
.notifications legend { padding: 0; margin-bottom: 0.5rem; font-weight: 600; overflow-wrap: anywhere; }
.notifications .pick { font-weight: 550; }
.notifications fieldset > .quiet { margin: 0 0 1rem 2rem; font-size: var(--type-small); }
.picks { columns: 20rem; margin-top: 0.5rem; }
.picks .pick { break-inside: avoid; }
.ask > summary {
  display: inline-block; padding: 0.375rem 0.75rem; font-size: var(--type-small); font-weight: 600; list-style: none; white-space: nowrap;
  border: 1px solid var(--quiet); border-radius: 0.5rem;
}
.ask > summary::-webkit-details-marker { display: none; }
.ask > form { margin-top: 0.375rem; font-size: var(--type-small); }
.ask p { margin: 0 0 0.375rem; }
`

const narrow = `
@media (max-width: 52rem) {
  .room { grid-template-columns: minmax(0, 1fr); }
  .room > nav { padding: 0.5rem 1rem 0; }
  .room > nav ul { position: static; display: flex; gap: 0.125rem; overflow-x: auto; scrollbar-width: thin; }
  .room > nav li:has([aria-current]) { scroll-initial-target: nearest; }
  .room > nav a { padding: 0.25rem 0.5rem; font-size: var(--type-small); white-space: nowrap; }
  main { padding: 1.25rem 1rem 3rem; }
  .top { padding: 0.5rem 1rem; }
}
@media (max-width: 34rem) {
  .card-head:has(.card-end) { flex-wrap: wrap; }
  .card-head:has(.card-end) > :first-child { flex-basis: 100%; }
  .trust { grid-template-columns: minmax(0, 1fr); }
  .performance th:first-child:not(.number) { min-width: 8.5rem; }
  .toolbar .line-form { margin-left: 0; }
  .tiles { grid-template-columns: minmax(0, 1fr); }
  .tiles > div { display: flex; gap: 1rem; justify-content: space-between; align-items: baseline; padding: 0.5rem 1rem; }
  .tiles dd { text-align: right; }
  .top { gap: 0.375rem 0.5rem; }
  .top .brand { font-size: 0; }
  .top .brand::before { font-size: var(--type-body); margin: 0; }
  .top > .menu:first-of-type { flex: 1; }
  .question { order: 1; flex-basis: 100%; max-width: none; }
}
`

const print = `
@media print {
  main > .printed { display: block; margin: 0; font-weight: 600; }
  body:has(.top) { background: none; }
  .top, .skip, .room > nav, .toolbar, .ranges, .pager, .buttons, .numbers > summary { display: none; }
  .room { display: block; max-width: none; }
  main { padding: 0; }
  .scroll { overflow: visible; }
  .charts > div, .tiles, .wall > li, .cards > li, tr { break-inside: avoid; }
}
`

const ofPages = entryStyle + trustStyle + productStyle + chartStyle
/** The text of the stylesheet, of which the page of components lists the sizes. */
export const styleText = baseStyle + frame + pieces + menuStyle + waitingStyle + wall + forms + ofPages + narrow + print
export const stylesheet = serveStyle(styleText)
