export const experimentStyle = `
.tick.middle { text-anchor: middle; }
.axis { stroke: var(--line); }
.legend .key-interval { background: color-mix(in srgb, var(--accent) 35%, transparent); }
.detectable { stroke: var(--second); stroke-width: 2; stroke-dasharray: 3 2; }
.legend .key-detectable { width: 0; height: 0.85rem; border-left: 2px dashed var(--second); margin-left: 0.25rem; }
.heading h1 .state { vertical-align: middle; letter-spacing: 0; }
.next-step .ask { margin-top: 0; }
.form + .power { margin-top: 1.5rem; }
.next-step { margin-bottom: 1.25rem; padding: 1rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; }
.next-step :is(h2, p) { margin: 0 0 0.5rem; }
.calendar-note, .compared-values { margin: 0.5rem 0 0.75rem; }
p.warnings { padding: 0.5rem 1rem; }
:is([data-metric="calendar"] td, .picks span).quiet { font-size: inherit; }
.now-row > * { background: var(--accent-soft); }
`
