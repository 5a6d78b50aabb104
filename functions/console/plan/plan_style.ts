export const planStyle = `
:is(.plan, .plan-days) input { width: 6.5rem; padding: 0.25rem 0.5rem; font: inherit; text-align: right; color: inherit; background: var(--card); border: 1px solid var(--quiet); border-radius: 0.375rem; }
.plan [aria-invalid="true"] { border-color: var(--bad); }
.plan .wrong { max-width: 14rem; margin-left: auto; white-space: normal; }
.plan-platform > * { border-top: 1px solid var(--line); background: var(--ground); font-weight: 600; }
.plan-platform th:first-child:not(.number) { background: var(--ground); }
.plan tbody tr:not(.plan-platform) > th:first-child { padding-left: 1.5rem; }
.plan-now { display: block; font-weight: 400; font-size: var(--type-caption); color: var(--quiet); font-variant-numeric: tabular-nums; }
.plan-reason { max-width: 24rem; font-size: var(--type-caption); white-space: normal; }
.plan-help { margin-bottom: 0.75rem; }
.toolbar .plan-days { margin: 0; }
.plan-save { margin-top: 1rem; }
.plan-save ul { margin: 0.5rem 0 1rem; padding-left: 1.25rem; }
.plan-save textarea { width: 100%; }
.plan-days input { width: 4.5rem; }
@media (max-width: 34rem) {
  .stacked :is(tr, th, td), .stacked, .stacked tbody { display: block; }
  .stacked caption { display: block; padding: 0.5rem 0.75rem; text-align: left; }
  .stacked .plan-platform { background: var(--ground); }
  .stacked thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stacked tbody tr { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); padding: 0.375rem 0; }
  .performance.stacked tbody th:first-child:not(.number) { position: static; grid-column: 1 / -1; max-width: none; }
  .performance.stacked td { padding: 0.25rem 0.75rem; text-align: left; white-space: normal; overflow-wrap: anywhere; }
  .stacked td:empty { display: none; }
  .stacked td::before { content: attr(data-label); display: block; font-size: var(--type-caption); font-weight: 400; color: var(--quiet); }
  .stacked .plan-reason { grid-column: 1 / -1; max-width: none; }
}
`
