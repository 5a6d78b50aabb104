import type { Context } from 'hono'
import { palette } from './palette.ts'
import { typeProperties } from './scales.ts'

/** Returns a handler that serves a stylesheet. The Content-Security-Policy of pages allows no inline styles. */
export function serveStyle(css: string) {
  return (context: Context): Response => {
    context.header('Cache-Control', 'public, max-age=3600')
    return context.body(css, 200, { 'Content-Type': 'text/css; charset=utf-8' })
  }
}

/** Styles that all pages share: colors, type, cards, forms. */
export const baseStyle = `${palette}${typeProperties}* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 2.5rem 1rem 3rem; background: var(--ground); color: var(--text);
  font: 1rem/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
.brand { max-width: 34rem; margin: 0 auto 1.25rem; font-weight: 600; letter-spacing: 0.02em; color: var(--accent); }
.brand::before {
  content: ""; display: inline-block; width: 0.85em; height: 0.85em; margin-right: 0.5em; vertical-align: -0.08em;
  border: 2px solid currentColor; border-radius: 0.2em 0.2em 0 0; border-bottom-width: 4px;
}
.card {
  max-width: 34rem; margin: 0 auto; padding: 2rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 1rem; box-shadow: 0 1px 2px rgb(0 0 0 / 4%), 0 12px 32px rgb(0 0 0 / 5%);
}
h1 { margin: 0 0 0.5rem; font-size: var(--type-title); line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; text-wrap: balance; }
h2 { margin: 0 0 0.375rem; font-size: var(--type-lead); line-height: 1.35; }
p { margin: 0 0 1rem; overflow-wrap: break-word; }
a { color: var(--accent); text-underline-offset: 0.15em; }
code { font-size: 0.9em; overflow-wrap: anywhere; }
.name, .field, dd, bdi { overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-size: var(--type-body); }
.facts { margin: 0 0 1.25rem; font-size: var(--type-body); }
.facts div { display: flex; gap: 0.75rem; padding: 0.125rem 0; }
.facts dt { flex: 0 0 8.5rem; color: var(--quiet); }
.facts dd { margin: 0; min-width: 0; }
.alert, .notice { padding: 0.75rem 1rem; border-radius: 0.5rem; font-size: var(--type-body); }
.alert { background: var(--warn-soft); color: var(--warn); }
.notice { background: var(--accent-soft); }
fieldset { margin: 0 0 1.25rem; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: 0.375rem; font-weight: 600; }
fieldset > .quiet { margin: 0.5rem 0 0; }
.choice {
  display: flex; gap: 0.75rem; align-items: flex-start; padding: 0.75rem 0.75rem; border: 1px solid var(--line);
  border-radius: 0.5rem; cursor: pointer;
}
.choice + .choice { margin-top: 0.375rem; }
.choice:hover { border-color: var(--accent); }
.choice:has(:checked) { background: var(--accent-soft); border-color: var(--accent); }
.choice.requested { border-color: var(--warn); }
.choice input { flex: none; width: 1.15rem; height: 1.15rem; margin: 0.25rem 0 0; accent-color: var(--accent); }
.choice > span { min-width: 0; }
.choice .title { font-weight: 550; }
.choice .quiet { display: block; }
.choice:has(:checked) .quiet { color: var(--text); }
.tag {
  margin-left: 0.375rem; padding: 0.125rem 0.5rem; border-radius: 1rem; font-size: var(--type-caption); white-space: nowrap;
  background: var(--warn-soft); color: var(--warn);
}
.field { display: block; margin-bottom: 1rem; }
.field span { display: block; margin-bottom: 0.25rem; font-weight: 550; }
.field input {
  width: 100%; padding: 0.5rem 0.75rem; font: inherit; color: inherit; background: var(--ground);
  border: 1px solid var(--quiet); border-radius: 0.5rem;
}
button, .button {
  font: inherit; font-weight: 600; padding: 0.5rem 1.25rem; border-radius: 0.5rem; border: 1px solid transparent; cursor: pointer;
}
.primary { background: var(--accent); color: var(--on-accent); }
.secondary { background: transparent; color: var(--text); border-color: var(--quiet); }
a.button, a.button:hover { text-decoration: none; white-space: nowrap; }
.primary:hover, .secondary:hover { filter: brightness(1.08); }
.link {
  padding: 0.25rem 0; background: none; color: var(--accent); font-weight: 500; text-decoration: underline;
  text-underline-offset: 0.15em;
}
.actions { display: flex; gap: 0.75rem; flex-wrap: wrap; }
.actions button { flex: 1 1 9rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (max-width: 30rem) {
  body { padding: 1.25rem 0.75rem 2rem; }
  .card { padding: 1.25rem 1rem; }
  .facts div { flex-direction: column; gap: 0; padding: 0.25rem 0; }
  .facts dt { flex-basis: auto; }
}
@media (forced-colors: active) { .choice:has(:checked) { border-width: 2px; } }
`
