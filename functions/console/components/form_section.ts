import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { areaField, confirmedForm, formError, ownForm, selectField, textField } from '../parts/forms.ts'
import { customDates, periodMenu } from '../parts/view.ts'
import type { Refused } from '../page_context.ts'
import * as sample from './sample.ts'

const currencies = [
  { value: 'EUR', text: 'Euro' },
  { value: 'USD', text: 'US dollar' },
]

/** Forms: as offered, and refused with the errors beside their fields. */
export function forms(): Markup {
  const { pageContext, refusedForm, refusedWhole } = sample
  const { path } = pageContext
  return html`
    <h2>Forms</h2>
    <div class="form">${fields('offered')}</div>
    <div class="form">${fields('refused', refusedForm)}</div>
    <div class="form">${formError(refusedWhole, [])}</div>
    <div class="buttons">
      ${confirmedForm({
        pageContext,
        action: path,
        summary: 'Revoke',
        about: 'Reporting key',
        question: 'Programs with this key stop working at once.',
        verb: 'Revoke key',
      })}
    </div>
    <div class="toolbar">${periodMenu({ path, query: {}, shown: sample.days }, null)}</div>
    <div class="menu">${customDates(path, {}, sample.days)}</div>
  `
}

function fields(formName: string, refused?: Refused): Markup {
  return html`<form class="settings" method="post" action="${sample.pageContext.path}">
    ${ownForm(sample.pageContext)}
    ${textField({
      label: 'Monthly budget',
      name: 'monthly_budget',
      attributes: html`inputmode="decimal"`,
      value: '1500',
      refused,
      formName,
    })}
    ${textField({ label: 'Campaign', requirement: true, name: 'campaign', attributes: html`maxlength="200"`, refused, formName })}
    ${selectField({ label: 'Currency', name: 'currency', options: currencies, selected: 'USD', refused, formName })}
    <label class="pick whole-line"><input type="checkbox" name="published" checked /> Publish the storefront</label>
    ${areaField({ label: 'Description', name: 'description', attributes: html`rows="2"`, refused, formName, isWide: true })}
    <div class="buttons"><button class="primary slim">Save</button></div>
  </form>`
}
