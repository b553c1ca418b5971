// A fact is kept with the letter of its evidence: files, receipts and `data-evidence` know it by that.
import { expect, test } from 'vitest'
import { type FactCode, factOf } from './reading-state.ts'

test.each<[letter: string, codes: FactCode[]]>([
  ['a', ['counted', 'later', 'gone', 'held-once']],
  ['b', ['parts', 'pieces', 'halves', 'gaps', 'around', 'across', 'outside', 'one-type', 'selection']],
  ['b', ['by-eventType', 'by-eventCode', 'by-customerId']],
  ['c', ['end']],
  ['d', ['no-contradiction', 'gap', 'two-texts', 'repeated-ids', 'gone-is-there']],
  ['d', ['filters-missed', 'outside-range', 'unreadable-times']],
  ['e', ['witnesses', 'altered', 'unkept', 'kept-otherwise', 'beside', 'counts-further']],
])('kept under %s: %s', (letter, codes) => {
  for (const code of codes) {
    expect(factOf({ code, says: 'holds', numbers: { asked: 1 } }, 3)).toEqual({
      letter,
      code,
      says: 'holds',
      numbers: { asked: 1 },
      round: 3,
    })
  }
})
