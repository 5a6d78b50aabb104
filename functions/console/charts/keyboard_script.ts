import { pageScript } from '../../../shared/pages/script.ts'

/**
 * Makes the values of a chart reachable by keyboard, as a slider (WAI-ARIA Authoring Practices): one tab stop, arrow keys, Page Up,
 * Page Down, Home, End, and Escape to hide the value. The name is the summary of the drawing, and the value is read out. Without a
 * script the table has all values.
 */
const script = `
for (const plot of document.querySelectorAll('.plot')) {
  const points = [...plot.querySelectorAll('.point')]
  const drawing = plot.querySelector('.drawing')
  if (points.length === 0) continue
  const set = (attributes) => Object.entries(attributes).forEach(([name, value]) => plot.setAttribute(name, value))
  let at = 0
  const hide = () => points[at].classList.remove('on')
  const show = (index) => {
    hide()
    at = Math.max(0, Math.min(points.length - 1, index))
    points[at].classList.add('on')
    const value = points[at].querySelector('.value')
    set({ 'aria-valuenow': at + 1, 'aria-valuetext': value.getAttribute('aria-label') ?? value.textContent.trim() })
  }
  const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 7, PageDown: -7 }
  const ends = { Home: 0, End: points.length - 1 }
  set({ role: 'slider', tabindex: 0, 'aria-label': drawing.getAttribute('aria-label'), 'aria-valuemin': 1, 'aria-valuemax': points.length })
  drawing.setAttribute('aria-hidden', 'true')
  show(0)
  hide()
  plot.addEventListener('focus', () => plot.matches(':focus-visible') && show(at))
  plot.addEventListener('blur', hide)
  plot.addEventListener('pointermove', hide)
  plot.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return hide()
    const isHidden = !points[at].classList.contains('on')
    const to = ends[event.key] ?? (event.key in steps ? at + (isHidden ? 0 : steps[event.key]) : null)
    if (to === null) return
    event.preventDefault()
    show(to)
  })
}
`

export const { element: keyboardScript, send: sendKeyboardScript } = pageScript('charts.js', script)
