import { describe, expect, test } from 'vitest'
import { guessColumns } from '../../functions/console/uploads/guess_columns.ts'
import { fieldsOf } from '../../functions/console/uploads/mapping.ts'

const { required, optional } = fieldsOf('ads')
const guess = (header: string) => guessColumns([...required, ...optional], header.split(','))

describe('the columns that a mapping preselects', () => {
  test('are whole names, never a rate that begins with the same word', () => {
    expect(guess('Tag,Kampagne,Kosten pro Klick,Total impressions,Kosten')).toEqual({
      date: 'Tag',
      campaign_name: 'Kampagne',
      spend: 'Kosten',
      impressions: 'Total impressions',
    })
  })

  test.each([
    ['Cost per click,Conversion rate,CPC,Cost/conv.,Avg. CPC,Cost (per click),Clicks (CTR)', {}],
    ['Total,Amount,Sales per click', {}],
    ['Conversions value,Conversions', { revenue: 'Conversions value', conversions: 'Conversions' }],
    ['Kosten (EUR),Cost', { spend: 'Cost' }],
    ['Kosten (EUR)', { spend: 'Kosten (EUR)' }],
    ['Amount spent (USD)', { spend: 'Amount spent (USD)' }],
    ['Clicks (all),Clicks', { clicks: 'Clicks' }],
    ['Clicks (all)', { clicks: 'Clicks (all)' }],
    ['Total spend,Spend', { spend: 'Spend' }],
    ['Total conv. value,Conv. value', { revenue: 'Conv. value' }],
    ['Währung,Plattform', { currency: 'Währung', platform: 'Plattform' }],
    ['Devise,Plateforme', { currency: 'Devise', platform: 'Plateforme' }],
    ['Moneda,Plataforma', { currency: 'Moneda', platform: 'Plataforma' }],
    ['Currency code,Platform', { currency: 'Currency code', platform: 'Platform' }],
    ['Ad campaign,Ad name', { ad_name: 'Ad name' }],
  ])('%s', (header, columns) => {
    expect(guess(header)).toEqual(columns)
  })
})
