// The events of a comparison as its table lists them: pairs of them, in what they differ and what each is worth.
import type { Event } from '../../../shared/event/event.ts'
import { contentDifferences } from '../../../shared/event/event-difference.ts'
import { eventField } from '../../../shared/event/event-fields.ts'
import { eventPair, type LineWorth, type PairLine, type ValuedLine } from '../../../shared/figures/events.ts'
import type { EventPart, PairsQuestion, SnapshotDifference } from '../../../shared/snapshot/snapshot-changes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { plainMoney } from '../../../shared/worth/money-text.ts'
import { rulesVersion } from '../../../shared/worth/rules-text.ts'
import type { EventWorth } from '../../../shared/worth/value-event.ts'
import { NOT_IN_TOTAL, NOT_VALUED, NOT_VALUED_WORDS } from '../../../shared/worth/worth.ts'
import { startValuing } from '../../worth/events-worth.ts'
import { readKeptRules } from '../../worth/use-rules.ts'
import type { SidesWorth } from '../figures/use-amount.ts'
import {
  type ComparedBy,
  type ComparedSides,
  type ComparisonChoice,
  changesQuestion,
  wholeRangeOfBoth,
} from '../store/compared-snapshots.ts'
import { fieldLabel } from './comparison-words.ts'

/** @param ignored what does not count as a difference */
export function pairLine(change: SnapshotDifference, ignored: ReadonlySet<string>): PairLine {
  const { before, after } = change
  const differences =
    before === null || after === null
      ? []
      : contentDifferences(before, after, ignored).map(({ field, before: was, after: is }) => ({
          field,
          label: fieldLabel(field),
          there: was,
          here: is,
        }))
  return { ...eventPair(change), differences }
}

/** The names are those of `eventDifferences`. */
export const ignoredNames = (parts: readonly EventPart[]): ReadonlySet<string> =>
  new Set(parts.map((part) => (part.of === 'field' ? eventField(part.field).name : `event_properties.${part.name}`)))

/** "-1764.69" as `exact`, not rounded; else `words`, such as "billed by the month" or "no price rule". */
export function lineWorth({ moneyKind, worth, currency, why }: EventWorth): LineWorth {
  const none = (words: string): LineWorth => ({ exact: null, currency: null, words })
  switch (moneyKind) {
    case 'charged':
    case 'reduces': {
      if (worth !== null) return { exact: plainMoney(worth, currency), currency, words: null }
      const reason = NOT_VALUED.find((one) => one === why)
      if (reason === undefined) return none(NOT_IN_TOTAL.words)
      return none(NOT_VALUED_WORDS[reason][reason === 'part-of-line' ? 'brief' : 'ofThem'])
    }
    case 'balance':
      return none('a prepaid grant')
    case 'not-money':
      return none(NOT_IN_TOTAL.words)
    case 'number-missing':
      return none('no number')
    case 'no-rule':
      return none('no price rule')
  }
}

/** The amount as sent, where no rules say more. */
export function amountOf(event: Event | null, name: string | null): LineWorth | null {
  const found = name === null ? undefined : event?.properties.find((one) => one.name === name)
  if (found === undefined) return null
  return found.kind === 'number'
    ? { exact: found.text, currency: null, words: null }
    : { exact: null, currency: null, words: found.text }
}

const EVENT_ID: EventPart = { of: 'field', field: 'eventId' }

/** Pairs by ID, or by the chosen key; then other IDs and what identifies requests are no difference. */
export function pairedBy(by: Exclude<ComparedBy, 'groups'>, { key, ignored }: ComparisonChoice, worth: SidesWorth) {
  const usual: EventPart[] =
    by === 'id' ? [] : [EVENT_ID, ...worth.requestIdentifiers.map((name) => ({ of: 'property' as const, name }))]
  return { key: by === 'id' ? [EVENT_ID] : key, ignored: ignored ?? usual }
}

/** Null until the rules are known. */
export function pairsQuestion(
  sides: ComparedSides,
  by: ReturnType<typeof pairedBy>,
  scope: Scope,
  worth: SidesWorth,
): PairsQuestion | null {
  const valuedBy = worth.valuedBy(sides.here, scope)
  if (valuedBy === null) return null
  const question = changesQuestion(sides, scope, { ...valuedBy, wholeRange: wholeRangeOfBoth(sides, scope), by: [] })
  return { ...question, ask: 'pairs', ...by }
}

/** A function that values events, in their order, null where there is none; null: there are no rules. */
function valuer(worth: SidesWorth, zone: string): ((events: readonly (Event | null)[]) => (LineWorth | null)[]) | null {
  const { rules } = readKeptRules(worth.text)
  if (!worth.hasRules) return null
  const by = { rules, version: rulesVersion(rules), zone }
  return (events) => {
    const known = events.flatMap((event) => event ?? [])
    const valuing = startValuing(known, by)
    valuing.step(known.length)
    const worths = valuing.result().each.values()
    return events.map((event) => {
      const next = event === null ? undefined : worths.next().value
      return next === undefined ? null : lineWorth(next)
    })
  }
}

/** Each line with what its events are worth, or their amounts as sent. */
export function valuedLines(
  lines: readonly PairLine[],
  worth: SidesWorth,
  zone: string,
  amount: string | null,
): ValuedLine[] {
  const value = valuer(worth, zone)
  const side = (events: (Event | null)[]) =>
    value === null ? events.map((event) => amountOf(event, amount)) : value(events)
  const [here, there] = [side(lines.map((line) => line.here)), side(lines.map((line) => line.there))]
  return lines.map((line, at) => ({ line, here: here[at] ?? null, there: there[at] ?? null }))
}
