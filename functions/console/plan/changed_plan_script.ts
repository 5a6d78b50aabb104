import { pageScript } from '../../../shared/pages/script.ts'

/**
 * Disables the button that saves a plan once the form above it changes, because the button saves the plan that was computed. Without a
 * script, the sentence above the button says which one.
 */
const script = `
const save = document.querySelector('[data-saves-plan]')
document.querySelector('[data-computes-plan]')?.addEventListener('input', () => {
  if (!save) return
  save.querySelector('button').disabled = true
  save.querySelector('[role=status]').textContent = save.dataset.savesPlan
})
`

export const { element: changedPlanScript, send: sendChangedPlanScript } = pageScript('changed_plan.js', script)
