import { html } from 'hono/html'
import type { z } from 'zod'
import type { ApiError } from '../../../shared/errors/api_error.ts'
import type { alertRulePreview } from '../../../shared/operations/analytics/alert_rule_preview.ts'
import type { alertRules } from '../../../shared/operations/analytics/alert_rules.ts'
import { changeAlertRule } from '../../../shared/operations/analytics/change_alert_rule.ts'
import { createAlertRule } from '../../../shared/operations/analytics/create_alert_rule.ts'
import { deleteAlertRule } from '../../../shared/operations/analytics/delete_alert_rule.ts'
import type { metricDefinitions } from '../../../shared/operations/analytics/metric_definitions.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { AlertRule, AlertRuleTerms } from '../../../shared/schema/analytics/alert_rule.ts'
import { alertRuleSentence, alertValues } from '../../../shared/sentences/statements/alert_rule.ts'
import type { RuleWords } from '../../../shared/sentences/statements/alert_rule.ts'
import { stateBadge, stateOf } from '../alerts/rule_state.ts'
import type { PageContext, Refused, Result } from '../page_context.ts'
import { count, days } from '../parts/format.ts'
import { confirmedForm, fieldError, formError, mayDo, ownForm, textField, versionField } from '../parts/forms.ts'
import { alert, emptyState, notice, pager } from '../parts/notices.ts'

export interface AlertRulesPage {
  pageContext: PageContext
  rules: z.output<(typeof alertRules)['output']>
  definitions: z.output<(typeof metricDefinitions)['output']>['data']
  page: number
  rulesAPage: number
  /** The text of a new rule, with what it would have raised, or why it cannot be read. */
  asked: { text: string; preview: Result<typeof alertRulePreview>; campaignName: string | null } | null
  /** The refused form of a rule, with the id of the rule, or of a new one. */
  refused?: (Refused & { ruleId: string | null }) | undefined
  done?: string | undefined
}

export const ruleNotices = {
  created: 'The rule is saved. It is judged within minutes, and then every day.',
  changed: 'The rule is changed. It is judged again within minutes.',
  deleted: 'The rule is removed.',
}

export const termFields = ['metric', 'comparison', 'threshold', 'days', 'platform', 'campaign_id'] as const

const examples = ['ROAS under 2 for two days', 'CPA of Meta above 60 for three days', 'Spend rises by 30 % over 7 days']

export function alertRulesPage(shown: AlertRulesPage): Markup {
  const { pageContext, rules, done, page, rulesAPage } = shown
  const mayManage = mayDo(pageContext, createAlertRule)
  const pages = Math.ceil(rules.meta.total_rows / rulesAPage)
  return html`
    <header class="heading">
      <div>
        <h1>Alert rules</h1>
        <p class="quiet">
          A rule is judged on each complete day. It raises one alert when it begins to hold, which ends when it no
          longer holds.
        </p>
      </div>
    </header>
    ${notice(ruleNotices[done as keyof typeof ruleNotices])} ${notSaved(shown)}
    ${mayManage ? newRule(shown) : html`<p class="note">An analyst, admin or owner of this brand can add and change rules.</p>`}
    <h2>Rules of this brand</h2>
    ${
      rules.data.length === 0
        ? emptyState(null, 'There are no rules yet.')
        : html`<ul class="cards tight">
            ${rules.data.map((rule) => card(rule, shown))}
          </ul>`
    }
    ${pager(pageContext.path, page, pages)}
    <p class="note">
      Alerts are events and webhooks, and messages to members and to the Slack channel of the brand, which wait for
      quiet hours.
      <a href="/console/brands/${pageContext.brand?.id}/settings/notifications">Choose your mails</a>
      <a href="/docs/guides/alert_rules">How rules are judged</a>
    </p>
  `
}

function newRule({ asked, ...shown }: AlertRulesPage): Markup {
  const { pageContext } = shown
  const error = asked?.preview.error
  return html`<h2>Add a rule</h2>
    <form class="form" method="get" action="${pageContext.path}">
      <div class="cell whole-line">
        <label class="field"
          ><span>Rule in words</span>
          <input
            name="text"
            maxlength="200"
            required
            value="${asked?.text ?? ''}"
            placeholder="${examples[0]}"
            autocomplete="off"
            ${error ? html`aria-invalid="true" autofocus aria-describedby="rule-text-error"` : ''}
        /></label>
        ${fieldError('rule-text-error', error ? textFault(error) : undefined)}
      </div>
      <p class="note">For example: ${examples.join('; ')}.</p>
      <div class="buttons"><button class="secondary slim">Preview</button></div>
    </form>
    ${asked?.preview.body ? previewed(asked.preview.body, { ...shown, campaignName: asked.campaignName }) : ''}`
}

function previewed(
  { rule, alerts, date_from, date_to, days_judged, days_not_known, currency }: Body<typeof alertRulePreview>,
  {
    pageContext,
    refused,
    definitions,
    rules,
    campaignName,
  }: Omit<AlertRulesPage, 'asked'> & { campaignName: string | null },
): Markup {
  const words = wordsOf(rule, definitions, currency, campaignName)
  const same = ruleWith(rules, (name) => String(rule[name] ?? ''))
  const own = refused?.ruleId === null ? refused : undefined
  const raised =
    alerts.length === 0
      ? 'It would have raised no alert'
      : `It would have raised ${count(alerts.length)} ${alerts.length === 1 ? 'alert' : 'alerts'}`
  return html`<section class="panel" aria-labelledby="preview">
    <h3 id="preview">${alertRuleSentence(rule, words)}</h3>
    <p>${raised} in ${days(date_from, date_to)}, judged with today's data. ${notJudged(days_not_known, days_judged)}</p>
    ${
      alerts.length === 0
        ? ''
        : html`<div class="scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">Days</th>
                  <th scope="col" class="number">Value when the alert began</th>
                </tr>
              </thead>
              <tbody>
                ${alerts.toReversed().map(
                  (alert) =>
                    html`<tr>
                      <td>${days(alert.first_on, alert.last_on)}</td>
                      <td class="number">${alertValues(alert, words)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`
    }
    ${
      same
        ? sameRule(same)
        : html`<form class="form" method="post" action="${pageContext.path}">
            ${ownForm(pageContext)} ${formError(own, ['name'])} ${termFields.map((name) => hidden(name, rule[name]))}
            ${textField({ label: 'Name (optional)', name: 'name', attributes: html`maxlength="200"`, refused: own })}
            <div class="buttons"><button class="primary slim">Save the rule</button></div>
          </form>`
    }
  </section>`
}

/** Returns the rule of the page that has these terms, as the fields of a form write them. */
function ruleWith({ data }: AlertRulesPage['rules'], termOf: (name: (typeof termFields)[number]) => string) {
  return data.find((rule) => termFields.every((name) => String(rule[name] ?? '') === termOf(name)))
}

/** The link to the rule that says the same as a new one. */
function sameRule({ rule_id }: AlertRule): Markup {
  return html`<p class="note">This brand has this rule already. <a href="#${rule_id}">See the rule</a></p>`
}

/** Why a new rule was not saved, if its preview is not shown. */
function notSaved({ asked, refused, rules }: AlertRulesPage): Markup | string {
  if (asked?.preview.body || refused?.ruleId !== null) return ''
  const same = ruleWith(rules, (name) => refused.form.get(name) ?? '')
  return html`${alert(refused.error)} ${same ? sameRule(same) : ''}`
}

function card(rule: AlertRule, { pageContext, definitions, rules, refused: given }: AlertRulesPage): Markup {
  const words = wordsOf(rule, definitions, rules.currency, rule.campaign_name)
  const refused = given?.ruleId === rule.rule_id ? given : undefined
  const said = alertRuleSentence(rule, words)
  return html`<li id="${rule.rule_id}">
    <div class="card-head">
      <h3>${rule.name === null ? said : html`<bdi>${rule.name}</bdi>`}</h3>
      ${stateBadge(rule)}
    </div>
    ${rule.name === null ? '' : html`<p>${said}</p>`}
    <p class="quiet">${stateOf(rule, words)}</p>
    ${
      mayDo(pageContext, changeAlertRule)
        ? html`<div class="buttons">
            ${changeForm(rule, words, pageContext, refused)} ${switchForm(rule, pageContext)}
            ${
              mayDo(pageContext, deleteAlertRule)
                ? confirmedForm({
                    pageContext,
                    action: `${pageContext.path}/${rule.rule_id}/delete`,
                    summary: 'Remove',
                    about: said,
                    question: 'The rule and the list of its alerts are removed.',
                    verb: 'Remove the rule',
                    version: rule.version,
                  })
                : ''
            }
          </div>`
        : ''
    }
  </li>`
}

function changeForm(rule: AlertRule, words: RuleWords, pageContext: PageContext, refused: Refused | undefined): Markup {
  const isPercent = inPercent(rule, words)
  return html`<details class="ask" ${refused ? 'open' : ''}>
    <summary>Change<span class="unseen">: ${alertRuleSentence(rule, words)}</span></summary>
    <form class="form" method="post" action="${pageContext.path}/${rule.rule_id}">
      ${ownForm(pageContext)} ${formError(refused, ['name', 'threshold', 'days'])}
      ${versionField(rule.version, refused)} ${keptTerms(rule)} ${hidden('is_on', String(rule.is_on))}
      ${hidden('is_percent', String(isPercent))}
      ${!isPercent && words.unit === 'money' ? hidden('currency', words.currency) : ''}
      ${textField({ label: 'Name (optional)', name: 'name', value: rule.name ?? '', attributes: html`maxlength="200"`, refused, formName: rule.rule_id })}
      ${textField({
        label: isPercent ? 'Threshold (%)' : words.unit === 'money' ? `Threshold (${words.currency})` : 'Threshold',
        name: 'threshold',
        requirement: true,
        value: String(isPercent ? Math.round(rule.threshold * 1e8) / 1e6 : rule.threshold),
        attributes: html`inputmode="decimal" maxlength="20"`,
        refused,
        formName: rule.rule_id,
      })}
      ${textField({ label: 'Days', name: 'days', requirement: true, value: String(rule.days), attributes: html`inputmode="numeric" maxlength="2"`, refused, formName: rule.rule_id })}
      <div class="buttons"><button class="primary slim">Save</button></div>
    </form>
  </details>`
}

/** The button that turns a rule off or on. */
function switchForm(rule: AlertRule, pageContext: PageContext): Markup {
  return html`<form method="post" action="${pageContext.path}/${rule.rule_id}">
    ${ownForm(pageContext)} ${keptTerms(rule)}
    ${(['version', 'threshold', 'days', 'name'] as const).map((name) => hidden(name, rule[name]))}
    <button class="link" name="is_on" value="${String(!rule.is_on)}">${rule.is_on ? 'Turn off' : 'Turn on'}</button>
  </form>`
}

/** The terms that the forms of a rule do not change. */
function keptTerms(rule: AlertRule): Markup[] {
  return (['metric', 'comparison', 'platform', 'campaign_id'] as const).map((name) => hidden(name, rule[name]))
}

/** A template writes a boolean as an empty text. */
function hidden(name: string, value: string | number | boolean | null): Markup {
  return html`${value === null ? '' : html`<input type="hidden" name="${name}" value="${String(value)}" />`}`
}

/** Whether people enter the threshold as a percentage. */
function inPercent({ comparison }: AlertRuleTerms, { unit }: RuleWords): boolean {
  return comparison === 'falls_by' || comparison === 'rises_by' || unit === 'fraction'
}

function wordsOf(
  { metric }: AlertRuleTerms,
  definitions: AlertRulesPage['definitions'],
  currency: string,
  campaignName: string | null,
): RuleWords {
  const definition = definitions.find(({ name }) => name === metric)
  return { label: definition?.label ?? metric, unit: definition?.unit ?? 'count', currency, campaignName }
}

/** What is known of the days that cannot be judged. A rule of a metric that has no values can be saved, and raises no alert. */
function notJudged(unknown: number, judged: number): string {
  if (unknown === 0) return ''
  return judged === 0
    ? `None of these ${count(unknown)} days can be judged, because the reports have no value of this metric. The rule raises no alert until they have one.`
    : `${count(unknown)} of ${count(unknown + judged)} days cannot be judged, because a day has no report or no value.`
}

/** Returns why a text is no rule. */
function textFault({ fields, message }: ApiError): string {
  const fault = fields?.find(({ path }) => path === 'text')
  return fault ? `The text ${fault.message}` : message
}

type Body<Requested extends typeof alertRulePreview> = NonNullable<Result<Requested>['body']>
