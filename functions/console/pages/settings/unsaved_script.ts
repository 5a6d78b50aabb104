import { pageScript } from '../../../../shared/pages/script.ts'

/** Asks before a person leaves a page with entered values that are not saved. Fields can be outside of their form. */
const script = `
let isUnsaved = document.querySelector('form[data-unsaved="yes"]') !== null
document.addEventListener('input', ({ target }) => {
  if (target.form?.hasAttribute('data-unsaved')) isUnsaved = true
})
document.addEventListener('submit', ({ target }) => {
  if (target.hasAttribute('data-unsaved')) isUnsaved = false
})
addEventListener('beforeunload', (event) => {
  if (isUnsaved) event.preventDefault()
})
`

export const { element: unsavedScript, send: sendUnsavedScript } = pageScript('unsaved.js', script)
