import { pageScript } from '../../../shared/pages/script.ts'

/** Selects the time zone of the browser, unless the person chose one. Without a script the menu has UTC. */
const script = `
const zone = document.querySelector('select[name="timezone"][data-guess]')
const found = Intl.DateTimeFormat().resolvedOptions().timeZone
if (zone && zone.value === 'UTC' && [...zone.options].some(({ value }) => value === found)) zone.value = found
`

export const { element: zoneScript, send: sendZoneScript } = pageScript('zone.js', script)
