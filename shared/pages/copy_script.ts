import { pageScript } from './script.ts'

/**
 * Adds a button to each element with `data-copy`, which copies its text. Without a script or without a clipboard, which
 * browsers give to secure origins only, the page has no such buttons.
 */
const script = `
const status = document.createElement('span')
status.className = 'unseen'
status.setAttribute('role', 'status')
document.body.append(status)

for (const source of navigator.clipboard ? document.querySelectorAll('[data-copy]') : []) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  // Several buttons of a page have different names.
  const label = source.getAttribute('aria-label')
  if (label) button.setAttribute('aria-label', 'Copy: ' + label)
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.textContent)
      button.textContent = 'Copied'
      status.textContent = 'Copied to the clipboard.'
    } catch {
      getSelection().selectAllChildren(source)
      status.textContent = 'The browser did not allow to copy. The text is selected.'
    }
    setTimeout(() => (button.textContent = 'Copy'), 2000)
  })
  source.after(button)
}
`

export const { element: copyScript, send: sendCopyScript } = pageScript('copy.js', script)
