/** The style of the page of trust: its score and the bars of its components. */
export const trustStyle = `
.raises { grid-column: 1 / -1; }
.raises h3 { margin: 0 0 0.25rem; font-size: var(--type-body); }
.raises ul { margin: 0; padding-left: 1.25rem; }
.trust { display: grid; grid-template-columns: minmax(11rem, 15rem) minmax(0, 1fr); gap: 0.5rem 2rem; margin: 2rem 0; }
.trust h2 { grid-column: 1 / -1; margin: 0; }
.trust .score { margin: 0; font-size: var(--type-display); line-height: 1.2; font-weight: 600; letter-spacing: -0.02em; }
.trust .score .quiet { font-size: var(--type-small); font-weight: 400; letter-spacing: 0; }
.spark { width: 100%; max-width: 220px; }
.components { margin: 0; padding: 0; list-style: none; }
.components li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.125rem 1rem; padding: 0.5rem 0; border-top: 1px solid var(--line); }
.components li:first-child { border-top: 0; padding-top: 0; }
.components svg, .components .quiet { grid-column: 1 / -1; }
.components svg { width: 100%; height: 0.375rem; border-radius: 0.25rem; }
.components .quiet { font-size: var(--type-caption); }
`
