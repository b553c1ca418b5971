// What the checks found, as a table to copy: a line for each finding.
import type { Cell } from '../../../shared/event/event-table.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { CopiedTable } from '../../../shared/figures/figure-table.ts'
import { numberValue, textValue } from '../../../shared/figures/figure-table.ts'
import type {
  ChecksAnswer,
  DuplicateGroup,
  DuplicatesAnswer,
  DuplicatesQuestion,
} from '../../../shared/snapshot/snapshot-checks.ts'
import type { ShapesAnswer } from '../../../shared/snapshot/snapshot-shapes.ts'
import { missedWords } from '../../../shared/worth/not-in-sum.ts'
import { unexpectedWords } from '../../shape/shape-words.ts'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import {
  alikeTitle,
  evidenceWords,
  groupTooMuch,
  identifierWords,
  isCredited,
  misfitWords,
  unexpectedMoneyWords,
  unvaluedGroupWords,
} from './check-words.ts'

/** More are said to be left out. */
const MOST_COPIED = 10_000
const A_CALL = 500

/** All groups, however many are listed, as far as they are copied. */
export async function groupsToCopy(
  question: DuplicatesQuestion,
  ask: (question: DuplicatesQuestion) => Promise<Pick<DuplicatesAnswer, 'groups' | 'groupCount'>>,
): Promise<DuplicateGroup[]> {
  const all: DuplicateGroup[] = []
  for (;;) {
    const limit = Math.min(A_CALL, MOST_COPIED - all.length)
    const { groups, groupCount } = await ask({ ...question, offset: all.length, limit })
    all.push(...groups)
    if (groups.length === 0 || all.length >= Math.min(groupCount, MOST_COPIED)) return all
  }
}

/** @param groups as far as they were fetched; where that is not all, a line says how many of how many */
export function copiedChecks(
  duplicates: DuplicatesAnswer,
  groups: readonly DuplicateGroup[],
  others: ChecksAnswer,
  shapes: ShapesAnswer | null,
  amount: AmountChoice,
  alike: {
    answer: DuplicatesAnswer
    butFor: { names: readonly string[] }
    groups: readonly DuplicateGroup[]
  } | null = null,
): CopiedTable {
  const line = (check: string, what: string | null, events: number | null, more: Partial<LineCells> = {}): Cell[] => {
    const { each = null, tooMuch = null, unit = null, details = null } = more
    return [textValue(check), textValue(what), numberValue(events), each, tooMuch, unit, details]
  }
  const partly = (check: string, listed: number, all: number) =>
    listed < all ? [line(check, `${grouped(listed)} of ${grouped(all)} are listed`, null)] : []
  const money = (figure: 'differing' | 'roundedOnly', words: string) =>
    others[figure].sums.map(({ currency, sum, events }) =>
      line('Amounts that differ', words, events, { tooMuch: numberValue(sum), unit: textValue(currency) }),
    )
  const alikeLines = ({ answer, butFor, groups }: NonNullable<typeof alike>) => {
    const check = alikeTitle(butFor.names)
    return [
      ...groups.map((group) => line(check, groupWhat(group), group.count, groupCells(group, amount))),
      ...partly(check, groups.length, answer.groupCount),
    ]
  }
  return {
    heads: ['Check', 'What', 'Events', 'Worth each', 'Too much', 'Unit', 'Details'],
    rows: [
      ...groups.map((group) => line('Possible duplicates', groupWhat(group), group.count, groupCells(group, amount))),
      ...partly('Possible duplicates', groups.length, duplicates.groupCount),
      ...(alike === null ? [] : alikeLines(alike)),
      ...others.differing.listed.map(({ eventId, eventCode, customerId, more, currency }) =>
        line('Amounts that differ', eventId ?? '–', 1, {
          tooMuch: numberValue(more),
          unit: textValue(currency),
          details: textValue(`${eventCode ?? '–'}, ${customerId ?? '–'}`),
        }),
      ),
      ...partly('Amounts that differ', others.differing.listed.length, others.differing.events),
      ...others.notCompared.map((part) =>
        line('Amounts that differ', 'not compared', part.events, { details: textValue(missedWords(part)) }),
      ),
      ...money('differing', 'all of them'),
      ...money('roundedOnly', 'by rounding alone'),
      ...(shapes?.groups ?? []).map((group) =>
        line('Unexpected shapes', `${group.code ?? '–'}: ${unexpectedWords(group)}`, group.events, {
          details: textValue(`${unexpectedMoneyWords(group)}; such as ${group.example.eventId ?? '–'}`),
        }),
      ),
      ...partly('Unexpected shapes', shapes?.groups.length ?? 0, shapes?.groupCount ?? 0),
      ...others.mixedKinds.flatMap(({ name, kinds }) =>
        Object.entries(kinds).map(([kind, count]) => line('Mixed kinds', `${name} is ${kind}`, count)),
      ),
      ...others.misfits.map(({ misfit, count }) => line('Does not fit', misfitWords(misfit, count), count)),
      ...others.repeatedIds.map(({ eventId, rows, texts }) =>
        line('Repeated ID', eventId, rows.length, { details: textValue(texts === 1 ? 'one text' : `${texts} texts`) }),
      ),
      ...partly('Repeated ID', others.repeatedIds.length, others.repeatedIdCount),
    ],
  }
}

type LineCells = Record<'each' | 'tooMuch' | 'unit' | 'details', Cell>

const groupWhat = ({ eventCode, eventType, customerId }: DuplicateGroup) =>
  [eventCode, eventType, customerId].map((one) => one ?? '–').join(', ')

function groupCells(group: DuplicateGroup, amount: AmountChoice): LineCells {
  const { events, count, legitimate, bin } = group
  const ids = events.map(({ eventId }) => eventId ?? '–').join(', ')
  const rest = count > events.length ? ` and ${grouped(count - events.length)} more` : ''
  const isUnvalued = bin !== 'no-rule' && group.amount === null
  const words = [
    evidenceWords(group),
    identifierWords(group),
    ...(bin === 'no-rule' ? ['as sent, no price rule'] : []),
    ...(isUnvalued ? [unvaluedGroupWords(group)] : []),
    ...(isCredited(group) ? ['credited'] : []),
    legitimate === null ? null : `legitimate: ${legitimate}`,
    `${ids}${rest}`,
  ]
  const [each, unit] = isUnvalued
    ? [null, group.unit]
    : [group.amount, group.units.filter((one) => one !== null).join(' · ')]
  return {
    each: numberValue(each),
    tooMuch: numberValue(groupTooMuch(group, amount)?.exact),
    unit: textValue(unit === '' ? null : unit),
    details: textValue(words.filter(Boolean).join('; ')),
  }
}
