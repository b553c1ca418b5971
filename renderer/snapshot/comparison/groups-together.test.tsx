import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { comparedGroups } from '../../../shared/figures/comparison.ts'
import { comparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import { answer, cell, figure } from '../../../shared/snapshot/fixtures/some-totals.ts'
import { GroupsTogether } from './groups-together.tsx'

test.each([
  ['42915.80', '42803.30', '42,915.80 → 42,803.30 (−0.26%)'],
  ['60311.00', '64916.00', '60,311.00 → 64,916.00 (+7.64%)'],
  ['1.00', '26.00', '1.00 → 26.00 (+2,500.00%)'],
  ['5.00', '5.00', '5.00 → 5.00 (0.00%)'],
])('what all groups come to has one sign before its percentage: from %s to %s', (before, after, said) => {
  const of = (net: string) =>
    answer([], [{ keys: [], units: ['EUR'], cells: [], total: cell({ debitMinusCredit: figure(net) }) }], {
      by: ['Currency'],
      worth: { version: 'v', hasMoney: true, inNoLine: [], noRule: [], unruled: 0, sentBy: [] },
    })
  const groups = comparedGroups(comparedTotals(of(before), of(after)), {
    figure: 'debitMinusCredit',
    isByRules: true,
    days: { there: null, here: null },
    isSoFar: false,
  })
  const columns = { before: 'September', after: 'October' }
  const page = textOf(renderToStaticMarkup(<GroupsTogether groups={groups} isOfMoney columns={columns} />))
  expect(page).toContain(said)
})

const textOf = (html: string) => html.replaceAll('<!-- -->', '').replace(/<[^>]*>/g, ' ')
