// What the checks found as a table to copy: a line for each finding, groups as far as they are listed.
import type { Cell } from '../../../shared/event/event-table.ts'
import type { ChecksAnswer, DuplicatesAnswer } from '../../../shared/snapshot/snapshot-checks.ts'
import type { CopiedTable } from '../../ui/copied-table.ts'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { evidenceWords, identifierWords, misfitWords } from './check-words.ts'

const text = (words: string | null): Cell => (words === null ? null : { kind: 'string', text: words.toWellFormed() })
const number = (exact: string | number | null): Cell =>
  exact === null ? null : { kind: 'number', text: String(exact) }

/** A null answer has not arrived yet, and gives no lines. */
export function copiedChecks(
  duplicates: DuplicatesAnswer | null,
  others: ChecksAnswer | null,
  amount: AmountChoice,
): CopiedTable {
  const line = (check: string, what: string | null, events: number, ...rest: Cell[]): Cell[] =>
    [text(check), text(what), number(events), ...rest, null, null, null, null].slice(0, 7)
  const groups = (duplicates?.groups ?? []).map((group) => {
    const what = [group.eventCode, group.eventType, group.customerId].map((one) => one ?? '–').join(', ')
    const ids = group.events.map(({ eventId }) => eventId ?? '–').join(', ')
    const mark = group.legitimate === null ? null : `legitimate: ${group.legitimate}`
    const words = [evidenceWords(group), identifierWords(group), mark, ids].filter(Boolean).join('; ')
    const units = group.units.filter((unit) => unit !== null).join(' · ')
    const each = [number(group.amount), number(group.tooMuch)]
    return line('Possible duplicates', what, group.count, ...each, text(units === '' ? null : units), text(words))
  })
  const mixed = (others?.mixedKinds ?? []).flatMap(({ name, kinds }) =>
    Object.entries(kinds).map(([kind, count]) => line('Mixed kinds', `${name} is ${kind}`, count)),
  )
  const misfits = (others?.misfits ?? []).map(({ misfit, count }) =>
    line('Does not fit', misfitWords(misfit, count), count),
  )
  const repeated = (others?.repeatedIds ?? []).map(({ eventId, rows, texts }) =>
    line('Repeated ID', eventId, rows.length, null, null, null, text(texts === 1 ? 'one text' : `${texts} texts`)),
  )
  return {
    heads: [
      'Check',
      'What',
      'Events',
      amount.name === null ? 'Amount each' : `${amount.name} each`,
      'Too much',
      'Unit',
      'Details',
    ],
    rows: [...groups, ...mixed, ...misfits, ...repeated],
  }
}
