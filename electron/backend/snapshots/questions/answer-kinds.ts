// The kinds of events that there are, and what the rules make of each.
import { sumTypeOf } from '../../../../shared/exact/exact-sum.ts'
import type { KindLine, KindsAnswer, KindsQuestion } from '../../../../shared/snapshot/snapshot-worth.ts'
import { createEventKinds, type EventKind } from '../../../../shared/worth/event-kinds.ts'
import type { EventWorth } from '../../../../shared/worth/value-event.ts'
import { MONEY_KINDS, NOT_VALUED } from '../../../../shared/worth/worth.ts'
import { isNumber, numberOf, type WorthEvent } from '../../../../shared/worth/worth-event.ts'
import { createWorthSums } from '../../../../shared/worth/worth-sums.ts'
import { eventReader } from '../money/event-reader.ts'
import { askedRules, valuedRows } from '../money/valued-rows.ts'
import { fieldColumn, textAt } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { selectRows } from '../table/select-rows.ts'
import type { Turn } from '../table/turn.ts'

/** Nobody reads more lines than these, nor more sums of one. */
const MOST_LINES = 500
const MOST_SUMS = 8

/** The kinds of events in a scope, and what each comes to by the rules; `no-rules` where these cannot be read. */
export async function answerKinds(snapshot: LoadedSnapshot, question: KindsQuestion, turn: Turn): Promise<KindsAnswer> {
  const { scope, meanings } = question
  const asked = askedRules(question)
  const { rules, problems } = asked
  if (problems.length > 0) return { kind: 'no-rules', problems }
  const rows = await selectRows(snapshot, scope, turn)
  const valued = await valuedRows(snapshot, asked, rows, turn)
  const names = [...new Set([...valued.columns.names, ...meanings.map(({ name }) => name)])]
  const eventOf = eventReader(snapshot, names, await snapshot.properties(names, turn), rows.length)
  const kinds = createEventKinds({
    names,
    meanings,
    textNumbers: rules.textNumbers,
    pricedCodes: new Set(rules.prices.map(({ code }) => code)),
  })
  for (const [at, row] of rows.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    kinds.add(eventOf(row), row)
  }

  const all = kinds.kinds()
  const shown = all.slice(0, MOST_LINES)
  const lines = shown.map((kind) => ({ kind, tally: createTally() }))
  const lineOf = lineFinder(lines, names, new Set(rules.textNumbers))
  for (const [at, row] of rows.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    lineOf(eventOf(row))?.tally.add(valued.eventAt(at))
  }

  const ids = fieldColumn(snapshot.table, 'eventId')
  return {
    kind: 'answered',
    kinds: lines.map(
      ({ kind, tally }): KindLine => ({
        ...kind,
        sums: kind.sums.toSorted((a, b) => b.events - a.events).slice(0, MOST_SUMS),
        otherSums: Math.max(kind.sums.length - MOST_SUMS, 0),
        exampleId: textAt(ids, kind.example),
        ...tally.figures(),
      }),
    ),
    otherKinds: all.length - shown.length,
    otherEvents: kinds.others(),
    events: rows.length,
  }
}

/** Counts what the rules make of events of one kind. */
function createTally() {
  const takes = new Map<number | null, number>()
  const moneyKinds = new Map<string, number>()
  const sums = createWorthSums()
  const reasons = new Map<string, number>()

  return {
    add({ rule, moneyKind, worth, currency, unit, why }: EventWorth) {
      takes.set(rule, (takes.get(rule) ?? 0) + 1)
      moneyKinds.set(moneyKind, (moneyKinds.get(moneyKind) ?? 0) + 1)
      if (worth !== null) sums.add(moneyKind === 'balance' ? (currency ?? unit) : currency, worth, 1)
      if (why !== null) reasons.set(why, (reasons.get(why) ?? 0) + 1)
    },
    figures: () => ({
      takes: [...takes].map(([rule, events]) => ({ rule, events })).sort((a, b) => b.events - a.events),
      moneyKinds: MONEY_KINDS.flatMap((moneyKind) => {
        const events = moneyKinds.get(moneyKind) ?? 0
        return events === 0 ? [] : [{ moneyKind, events }]
      }),
      worth: sums
        .figures()
        .sort((a, b) => b.events - a.events)
        .slice(0, MOST_SUMS),
      notValued: NOT_VALUED.flatMap((why) => {
        const events = reasons.get(why) ?? 0
        return events === 0 ? [] : [{ why, events }]
      }),
    }),
  }
}

/**
 * The function finds the line of an event: by code, type and, where lines are split by it, the sign of a property.
 * @param names the properties that `values` of an event has, in their order
 * @param texts the properties of which texts are read as numbers
 */
function lineFinder<Line extends { kind: EventKind }>(
  lines: readonly Line[],
  names: readonly string[],
  texts: ReadonlySet<string>,
) {
  const byCode = Map.groupBy(lines, ({ kind }) => kind.eventCode)
  const slots = new Map(names.map((name, slot) => [name, slot]))
  return ({ eventCode, eventType, values }: WorthEvent): Line | null => {
    const type = sumTypeOf(eventType)
    const linesOfType = (byCode.get(eventCode) ?? []).filter(({ kind }) => kind.type === type)
    const property = linesOfType.find(({ kind }) => kind.property !== null)?.kind.property ?? null
    const value = property === null ? null : values[slots.get(property) ?? -1]
    const number = property === null ? null : numberOf(value, { isTextRead: texts.has(property) })
    const sign = number === null || !isNumber(number) ? null : number.digits < 0n ? 'below-zero' : 'zero-or-above'
    return linesOfType.find(({ kind }) => kind.sign === sign) ?? null
  }
}
