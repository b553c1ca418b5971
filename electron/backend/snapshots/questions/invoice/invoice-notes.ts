// What to know of an invoice that was checked, a sentence each.
import { countWords } from '../../../../../shared/exact/grouped-digits.ts'
import type { EventGroup } from './event-groups.ts'
import type { JudgedLine } from './judged-line.ts'
import type { OnNoLine } from './unbilled-groups.ts'

export function invoiceNotes(
  lines: readonly JudgedLine[],
  { unvalued }: OnNoLine,
  ofOthers: number,
  groups: readonly Pick<EventGroup, 'rows' | 'dated'>[],
): string[] {
  const notes: string[] = []
  if (ofOthers > 0) {
    notes.push(
      `${countWords(ofOthers, 'event')} of customers that no line names ${ofOthers === 1 ? 'is' : 'are'} not looked at: this invoice is not theirs.`,
    )
  }
  if (unvalued > 0) {
    notes.push(`${countWords(unvalued, 'event')} on no line ${unvalued === 1 ? 'has' : 'have'} no money by the rules.`)
  }
  const undated = groups.reduce((sum, { rows, dated }) => sum + rows.length - dated, 0)
  if (undated > 0) {
    notes.push(
      `The time of ${countWords(undated, 'event')} is not known, so ${undated === 1 ? 'it is' : 'they are'} in no period.`,
    )
  }
  const assumed = lines.filter(
    ({ paper, currency, worth }) => worth !== null && paper.currency === null && currency !== null,
  )
  if (assumed.length > 0) {
    notes.push(
      `${countWords(assumed.length, 'line')} ${assumed.length === 1 ? 'says no currency, and has that of its events.' : 'say no currency, and have that of their events.'}`,
    )
  }
  return notes
}
