/**
 * The script that adds to the reference: labels and roles for screen readers, values of required fields, our styles and
 * the field for the key.
 */
export const referenceScript = `
const explorer = document.querySelector('openapi-explorer')
await customElements.whenDefined('openapi-explorer')

const look = new CSSStyleSheet()
look.replaceSync(await (await fetch('/docs/explorer_inside.css')).text())

function mend(root) {
  if (!root.adoptedStyleSheets.includes(look)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, look]
  for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot && !watched.has(element.shadowRoot)) watch(element.shadowRoot)
  }
  for (const field of root.querySelectorAll('input:not([aria-label]), textarea:not([aria-label]), select:not([aria-label])')) {
    field.setAttribute('aria-label', field.dataset.pname || field.placeholder || field.title || 'Value')
    // Fill required fields with the example that the tests send.
    const isNeeded = field.dataset.required === 'true' || field.dataset.pname === 'brand_id'
    if (isNeeded && !field.value && field.matches('input') && field.placeholder) {
      field.value = field.placeholder
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  for (const inner of root.querySelectorAll('nav nav')) inner.setAttribute('role', 'presentation')
  const title = root.querySelector('#api-title')
  title?.setAttribute('role', 'heading')
  title?.setAttribute('aria-level', '1')
}

const watched = new WeakSet()
function watch(root) {
  watched.add(root)
  let isDue = false
  const soon = () => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => ((isDue = false), mend(root)))
  }
  new MutationObserver(soon).observe(root, { childList: true, subtree: true })
  mend(root)
}
watch(explorer.shadowRoot)

const key = document.querySelector('#key')
key.parentElement.hidden = false
const takeKey = () => {
  for (const name of ['key', 'storefront_key', 'commerce_key', 'connector', 'secret_key', 'stream_key']) {
    explorer.setAuthenticationConfiguration(name, { token: key.value })
  }
}
key.addEventListener('change', takeKey)
explorer.addEventListener('spec-loaded', () => key.value && takeKey())
`
