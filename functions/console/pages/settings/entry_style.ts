/** Tables whose cells are entered, and lists of changes. */
import { experimentStyle } from '../../experiments/experiment_style.ts'
import { planStyle } from '../../plan/plan_style.ts'

export const entryStyle = `
.targets td { vertical-align: top; }
.targets th { overflow-wrap: anywhere; }
.targets { width: 100%; }
.targets th:first-child { position: sticky; left: 0; z-index: 1; min-width: 8.5rem; max-width: 14rem; background: var(--card); }
.targets td > input { width: 7.5rem; min-height: 2rem; padding: 0.25rem 0.5rem; background: var(--card); color: inherit; border: 1px solid var(--quiet); border-radius: 0.375rem; font: inherit; text-align: right; font-variant-numeric: tabular-nums; }
.targets :is(.wrong, .now) { margin: 0.25rem 0 0; max-width: 14rem; white-space: normal; }
.targets td > :is(.wrong, .now) { margin-left: auto; }
.targets del { color: var(--quiet); }
.targets ins { display: block; font-weight: 600; text-decoration: none; }
form > .scroll + .buttons { margin: 1rem 0; align-items: center; }
.danger > details { padding: 0.75rem 1.25rem; border: 1px solid var(--bad); border-radius: 0.75rem; }
.danger summary { font-weight: 550; color: var(--bad); }
.danger ul { margin: 0.5rem 0; }
.danger .form { padding: 0; border: 0; background: none; }
button.danger { border: 1px solid var(--bad); color: var(--bad); background: none; }
.pick-list { margin: 0 0 1rem; padding: 0; border: 0; min-width: 0; }
.pick-list legend { padding: 0; font-size: var(--type-small); font-weight: 550; }
.pick-list .pick { display: flex; gap: 0.5rem; align-items: baseline; padding: 0.25rem 0; }
.settings .pick-list .line-form input { width: auto; }
td:has(> .thumb) { width: 1%; }
.thumb { display: block; width: 3rem; height: 3rem; object-fit: contain; border-radius: 0.375rem; background: var(--ground); }
.thumb.none { display: grid; place-items: center; color: var(--accent); font-weight: 650; text-decoration: none; }
${planStyle}${experimentStyle}`
