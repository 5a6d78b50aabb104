/** Moves a text to the left by tenths of its own width. */
const shifts = Array.from(
  { length: 11 },
  (_, tenths) => `.left${tenths} { transform: translateX(-${tenths * 10}%); }`,
).join(' ')

/** The style of drawings. Colors follow the light or dark theme; text has the size of the page's text. */
export const chartStyle = `
.changes { margin: 0 0 1.5rem; }
.charts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.25rem; }
.charts > div { padding: 1rem 1.25rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; min-width: 0; }
.charts > .across { grid-column: 1 / -1; }
.entity { margin-bottom: 1.25rem; }
.entity > h2 { margin: 0; }
.entity > p { margin: 0 0 0.75rem; font-size: var(--type-small); }
.charts .empty { padding: 1.25rem 1rem; }
.chart { margin: 0; }
.chart figcaption { display: flex; flex-wrap: wrap; gap: 0.125rem 1rem; justify-content: space-between; margin-bottom: 0.5rem; }
.chart h2 { margin: 0; }
.legend { display: flex; flex-wrap: wrap; gap: 0.125rem 1rem; margin: 0; padding: 0; list-style: none; font-size: var(--type-caption); color: var(--quiet); }
.legend span { display: inline-block; width: 1.1rem; height: 0.6rem; margin-right: 0.375rem; border-radius: 0.125rem; vertical-align: baseline; }
.legend .key-line { height: 0; border-top: 2px solid var(--accent); vertical-align: 0.25em; }
.legend .key-earlier { height: 0; border-top: 2px solid var(--second); vertical-align: 0.25em; }
.legend .key-foreseen { width: 1.4rem; height: 2px; background: repeating-linear-gradient(90deg, var(--accent) 0 4px, transparent 4px 7px); vertical-align: 0.25em; }
.legend .key-event { width: 0.45rem; height: 0.45rem; background: var(--second); transform: rotate(45deg); vertical-align: 0.1em; }
.legend .key-mark { width: 0; height: 0; border: 0.3rem solid transparent; border-top: 0.5rem solid var(--bad); border-bottom: 0; vertical-align: 0.05em; }
.legend .key-days { height: 0; border-top: 3px solid var(--bad); vertical-align: 0.25em; }
.legend .key-goal { width: 0; height: 0.85rem; border-left: 2px solid var(--text); margin-left: 0.25rem; }
.key-own, .key-spent { background: var(--accent); }
.key-compared, .key-projected { background: var(--second); }
.drawing { display: block; width: 100%; overflow: hidden; }
.drawing:has(.rule) { padding-left: 3rem; overflow: visible; }
.drawing path { vector-effect: non-scaling-stroke; }
.place { overflow: visible; }
.column { height: 100%; fill: transparent; }
.point:hover .column, .on .column { fill: var(--quiet); fill-opacity: 0.14; }
.value { display: none; fill: var(--text); stroke: var(--card); stroke-width: 4; paint-order: stroke; font-size: 12px; font-weight: 600; pointer-events: none; font-variant-numeric: tabular-nums; }
.point:hover .value, .on .value { display: inline; }
.value { transform-box: fill-box; }
${shifts}
rect ~ .tick ~ .value { stroke-width: 6; }
.on rect:not(.column) { stroke: var(--text); stroke-width: 1.5; }
.rule { stroke: var(--line); }
.tick { fill: var(--quiet); stroke: var(--card); stroke-width: 3; paint-order: stroke; font-size: 11px; font-variant-numeric: tabular-nums; }
.label { fill: var(--text); font-size: 12.5px; }
.line { fill: none; stroke: var(--accent); stroke-width: 1.75; stroke-linejoin: round; stroke-linecap: round; }
.earlier { fill: none; stroke: var(--second); stroke-width: 1.25; stroke-linejoin: round; stroke-linecap: round; }
.alone { fill: var(--accent); }
.foreseen { fill: none; stroke: var(--accent); stroke-width: 1.5; stroke-dasharray: 4 3; }
.band80 { fill: var(--accent); fill-opacity: 0.18; }
.band95 { fill: var(--accent); fill-opacity: 0.1; }
.event { fill: var(--second); stroke: var(--card); stroke-width: 1; }
.mark { fill: var(--bad); stroke: var(--card); stroke-width: 1; }
.mark-days { stroke: var(--bad); stroke-width: 3; }
svg.anomaly-figure { display: block; width: 100%; margin: 0.75rem 0 0; overflow: visible; }
.anomaly-figure path { vector-effect: non-scaling-stroke; }
.anomaly-figure .episode { fill: var(--bad); fill-opacity: 0.12; }
.anomaly-figure .range { stroke: var(--second); stroke-width: 8; stroke-opacity: 0.45; }
.anomaly-figure .expected-value { fill: var(--card); stroke: var(--second); stroke-width: 2; }
.anomaly-figure .worst { fill: var(--bad); stroke: var(--card); stroke-width: 1; }
.legend .key-episode { background: var(--bad); opacity: 0.3; }
.legend .key-worst, .legend .key-expected { width: 0.6rem; border-radius: 50%; background: var(--bad); }
.legend .key-expected { background: var(--card); border: 2px solid var(--second); }
.legend .key-range { width: 0.5rem; height: 0.8rem; background: var(--second); opacity: 0.45; }
rect.own, rect.spent { fill: var(--accent); }
rect.compared, rect.projected { fill: var(--second); }
rect.rail { fill: var(--line); }
.goal { stroke: var(--text); stroke-width: 2; }
.numbers { margin-top: 0.5rem; font-size: var(--type-small); }
.numbers > summary { color: var(--accent); }
.numbers .scroll { max-height: 20rem; overflow: auto; margin-top: 0.5rem; }
.expected { color: var(--quiet); }
@media (min-width: 105rem) { .charts:has(> :nth-child(5)) { grid-template-columns: repeat(4, minmax(0, 1fr)); } }
.notes { margin: 1.5rem 0 0; font-size: var(--type-small); color: var(--quiet); }
.notes h2 { margin: 0 0 0.25rem; font-size: var(--type-small); color: var(--text); }
.notes ul { margin: 0; padding-left: 1.25rem; }
.mark-of { text-decoration: none; font-weight: 600; }
@media (max-width: 60rem) { .charts { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 30rem) {
  .charts > div { padding: 1rem 1rem 0.75rem; }
}
`
