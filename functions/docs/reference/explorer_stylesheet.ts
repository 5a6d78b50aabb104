/**
 * Applies the colors of the documentation to the reference. Rules for the element take precedence over its `:host`
 * rules.
 */
export const explorerStylesheet = `
html.explorer, html.explorer body { height: 100%; margin: 0; }
html.explorer body { display: flex; flex-direction: column; padding: 0; }
.key { margin-left: auto; display: flex; white-space: nowrap; gap: 0.6rem; align-items: baseline; font-size: 0.9rem; color: var(--quiet); }
.key[hidden] { display: none; }
.key input {
  width: 17rem; max-width: 100%; padding: 0.25rem 0.6rem; font: 0.8rem ui-monospace, Menlo, Consolas, monospace; color: var(--text);
  background: var(--card); border: 1px solid var(--quiet); border-radius: 0.4rem;
}
.key input::placeholder { color: var(--quiet); opacity: 1; }
@media (max-width: 56rem) { .key { width: 100%; } .key input { flex: 1; min-width: 0; } }
openapi-explorer:not(:defined) { display: none; }
openapi-explorer {
  flex: 1; min-height: 0; height: auto;
  --font-regular: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --font-mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
  --font-size-regular: 15px; --font-size-small: 14px; --font-size-mono: 13px; --border-radius: 6px;
  --bg: var(--card); --bg2: var(--ground); --bg3: var(--ground); --light-bg: var(--ground);
  --fg: var(--text); --fg2: var(--text); --fg3: var(--quiet); --light-fg: var(--quiet);
  --border-color: var(--line); --light-border-color: var(--line); --code-border-color: transparent;
  --input-bg: var(--card); --placeholder-color: var(--quiet); --hover-color: var(--ground);
  --header-bg: var(--accent); --header-fg: var(--on-accent);
  --nav-bg-color: var(--ground); --nav-text-color: var(--text); --nav-hover-bg-color: var(--accent-soft);
  --nav-hover-text-color: var(--text); --nav-hover-scrollbar-color: var(--line);
  --primary-color: var(--accent); --secondary-color: var(--accent); --primary-btn-text-color: var(--on-accent);
  --code-fg: var(--text); --inline-code-fg: var(--text);
  --code-property-color: var(--accent); --code-keyword-color: var(--warn); --code-operator-color: var(--quiet);
  --green: var(--accent); --blue: var(--accent); --orange: var(--warn); --yellow: var(--warn); --red: var(--warn);
  --purple: var(--quiet); --gray: var(--quiet); --pink: var(--warn);
  --light-green: var(--accent-soft); --light-blue: var(--accent-soft); --light-orange: var(--warn-soft);
  --light-yellow: var(--warn-soft); --light-red: var(--warn-soft); --light-purple: var(--ground); --light-gray: var(--ground);
}
`

/** Styles for the shadow DOM of the reference, which stylesheets of the page do not affect. */
export const insideStylesheet = `
:focus-visible { outline: 3px solid var(--primary-color) !important; outline-offset: 2px; }
.nav-bar { border-right: 1px solid var(--border-color); }
.nav-bar.focused, .nav-scroll { border-top: 0; }
.nav-bar-tag, .nav-bar-info { font-weight: 600; padding-top: 10px; padding-bottom: 10px; }
.nav-bar-section { border-bottom: 0; color: var(--light-fg); padding: 10px 15px 5px 14px; text-transform: none; }
.nav-bar [role="link"]:focus-visible, .nav-bar [role="link"].active:focus-visible { outline-offset: -3px; }
.security-info-button, #api-info { display: none; }
#api-title { font-weight: 650; }
h1.tag-link { font-size: var(--font-size-regular) !important; font-weight: 600; color: var(--light-fg); }
h2 { font-weight: 620 !important; }
a { text-decoration: underline; text-underline-offset: 0.15em; }
.m-btn { border-radius: 6px; }
.m-btn.primary:is(:hover, :focus-visible, :active) {
  color: var(--primary-btn-text-color); background-color: var(--primary-color); border-color: var(--primary-color);
}
.m-btn.primary:hover { text-decoration: underline; text-underline-offset: 0.2em; }
`
