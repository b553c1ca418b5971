// What changes come to by the price rules: for each kind a difference of two valuations, in all and by group.
import { type Decimal, decimalText, minus, plus, readPlain, ZERO } from '../../../../shared/exact/decimal.ts'
import { comparedTotals } from '../../../../shared/snapshot/compare-totals.ts'
import {
  CHANGE_KINDS,
  type ChangeKind,
  type ChangesQuestion,
  type ChangesWorth,
  type KindWorth,
  type NotInChange,
  type UnvaluedGroup,
  type WorthGroup,
} from '../../../../shared/snapshot/snapshot-changes.ts'
import type { KeyValue } from '../../../../shared/snapshot/snapshot-condition.ts'
import { blockOf, missedEvent, missedLine } from '../../../../shared/worth/grouped-worth.ts'
import { moneyText } from '../../../../shared/worth/money-text.ts'
import {
  createNotInSum,
  createNotInSums,
  type Missed,
  type NotInSums,
  type NotInSumTally,
} from '../../../../shared/worth/not-in-sum.ts'
import { withEffect } from '../../../../shared/worth/rule.ts'
import type { EventWorth, ValuedEvent } from '../../../../shared/worth/value-event.ts'
import { type PeriodLine, type Worth, type WorthDifference, worthDifference } from '../../../../shared/worth/worth.ts'
import type { WorthRules } from '../../../../shared/worth/worth-rules.ts'
import { totalsAsSent } from './answer-totals.ts'
import { fieldColumn } from './loaded-events.ts'
import type { KeyCodes, LoadedSnapshot } from './loaded-snapshot.ts'
import type { Turn } from './turn.ts'
import { snapshotValuation, textsOf, valueRows } from './value-rows.ts'

/** Of each list of groups. */
const MOST_GROUPS = 10_000

/** Rows of a table. */
interface Side {
  snapshot: LoadedSnapshot
  rows: Uint32Array
}

/** Which events were there then, and which are there now. */
export interface ChangedRows {
  /** On both sides, the same. */
  same: Side
  /** By kind, the side of then and that of now: nothing was added then, and nothing gone is there now. */
  before: Record<ChangeKind, readonly Side[]>
  after: Record<ChangeKind, readonly Side[]>
}

/** How `ChangesWorth` is reckoned, and what all kinds come to as one. */
export async function changedWorth(
  { same, before, after }: ChangedRows,
  question: NonNullable<ChangesQuestion['worth']>,
  turn: Turn,
): Promise<{ worth: ChangesWorth; all: WorthDifference[] }> {
  const { rules, version, start } = snapshotValuation(same.snapshot, question)
  const [was, is] = [start(), start()]
  const kinds: Record<ChangeKind, KindGroups> = {
    added: kindGroups(rules, question),
    gone: kindGroups(rules, question),
    altered: kindGroups(rules, question),
  }

  const add = async (kind: ChangeKind, side: 'before' | 'after') => {
    for (const [at, { snapshot, rows }] of (side === 'before' ? before : after)[kind].entries()) {
      const keys = await keysOf(snapshot, question, turn)
      const codeOf = textsOf(fieldColumn(snapshot.table, 'eventCode'))
      const take = (row: number, valued: ValuedEvent) =>
        kinds[kind].add({ at, row, eventCode: codeOf(row) }, valued, side, keys(row))
      await valueRows(snapshot, rows, side === 'before' ? was : is, turn, take)
    }
  }
  for (const valuation of [was, is]) await valueRows(same.snapshot, same.rows, valuation, turn)
  await add('altered', 'before')
  await add('altered', 'after')
  const stages = { withoutGone: stageOf(was), altered: stageOf(is) }
  await add('gone', 'before')
  await add('added', 'after')
  const ends = { was: stageOf(was), is: stageOf(is) }

  const unruledCodes = new Set(
    CHANGE_KINDS.flatMap((kind) => Object.values(kinds[kind].unruled).flat()).map(({ eventCode }) => eventCode),
  )
  const { byCode, ...unruledSums } = question.unruled ?? {}
  const isApart = byCode === 'each' || (byCode === 'several' && unruledCodes.size > 1)

  const kindWorth = async (kind: ChangeKind, from: Stage, to: Stage): Promise<KindWorth> => {
    const groups = kinds[kind]
    groups.addLines(from.lines, 'before')
    groups.addLines(to.lines, 'after')
    groups.addMissedLines(ends.was.lines, 'before')
    groups.addMissedLines(ends.is.lines, 'after')
    // Several tables are never asked for what is as sent: their parts say it.
    const totalsOf = (side: 'before' | 'after', by: typeof question.by) => {
      const [first] = (side === 'before' ? before : after)[kind]
      const rows = groups.unruled[side].flatMap(({ at, row }) => (at === 0 ? [row] : []))
      const asked = { ...unruledSums, by, limit: MOST_GROUPS, ...(isApart && { byCode: 'each' as const }) }
      return totalsAsSent(first?.snapshot ?? same.snapshot, rows, asked, turn)
    }
    const asSent = async (by: typeof question.by) =>
      comparedTotals(await totalsOf('before', by), await totalsOf('after', by))
    const sent = await asSent(question.by)
    // What has no unit has no "All" across codes: each code has its own.
    const ofCodes = isApart ? (await asSent([])).lines.filter(({ code }) => code !== undefined) : []
    return {
      all: worthDifference(to.worth, from.worth).flatMap((one) => (groups.isIn(one) ? [inMoneyText(one)] : [])),
      ...groups.figures([from.worth, to.worth]),
      asSent: { ...sent, all: [...sent.all, ...ofCodes] },
    }
  }
  const isIn = (one: WorthDifference) => CHANGE_KINDS.some((kind) => kinds[kind].isIn(one))
  return {
    worth: {
      version,
      gone: await kindWorth('gone', ends.was, stages.withoutGone),
      altered: await kindWorth('altered', stages.withoutGone, stages.altered),
      added: await kindWorth('added', stages.altered, ends.is),
    },
    all: worthDifference(ends.is.worth, ends.was.worth).flatMap((one) => (isIn(one) ? [inMoneyText(one)] : [])),
  }
}

interface Stage {
  worth: Worth
  lines: PeriodLine[]
}

const stageOf = (valuation: { worth(): Worth; lines(): PeriodLine[] }): Stage => ({
  worth: valuation.worth(),
  lines: valuation.lines(),
})

/** The keys of a row's group. */
async function keysOf(snapshot: LoadedSnapshot, { by }: Pick<ChangesQuestion['worth'] & object, 'by'>, turn: Turn) {
  const all: KeyCodes[] = []
  for (const key of by) all.push(await snapshot.codes(key, null, turn))
  return (row: number): (KeyValue | null)[] => all.map(({ codes, keyValue }) => keyValue(codes[row] ?? 0))
}

type KindGroups = ReturnType<typeof kindGroups>

/** The groups of one kind of change, added event by event and line by line. */
function kindGroups({ rules }: WorthRules, { by, inHand }: NonNullable<ChangesQuestion['worth']>) {
  const money = new Map<
    string,
    Omit<WorthGroup, 'notIn'> & { isThere: boolean; sums: { charged: Decimal; reduces: Decimal } }
  >()
  const unvalued = new Map<string, Omit<UnvaluedGroup, 'notIn'> & { sum: Decimal | null; lacking: NotInSumTally }>()
  const unruled: Record<'before' | 'after', { at: number; row: number; eventCode: string | null }[]> = {
    before: [],
    after: [],
  }
  const currencies = new Set<string | null>()
  const missed = missedInChange()
  const missedOfGroups = new Map<string, MissedInChange>()
  /** Events in lines of months, by their place: whether these have money shows at the end. */
  const inLines = { before: new Map<number, InLine>(), after: new Map<number, InLine>() }
  // Customer and event code are what a line of a month is of: only groups of these hold it whole.
  const fields = by.map((key) => (key.of === 'field' ? key.field : null))
  const holdsLines = inHand !== null && fields.every((field) => field === 'customerId' || field === 'eventCode')

  function moneyOf(keys: (KeyValue | null)[], currency: string | null) {
    const name = JSON.stringify([keys, currency])
    const known = money.get(name)
    if (known !== undefined) return known
    const none = { charged: '0', reduces: '0', net: null, isThere: false }
    const made = { keys, currency, before: 0, after: 0, ...none, sums: { charged: ZERO, reduces: ZERO } }
    money.set(name, made)
    return made
  }

  function unvaluedOf(keys: (KeyValue | null)[], why: UnvaluedGroup['why'], unit: string | null) {
    const name = JSON.stringify([keys, why, unit])
    const known = unvalued.get(name)
    if (known !== undefined) return known
    const made = { keys, why, unit, before: 0, after: 0, quantity: null, sum: null, lacking: createNotInSum() }
    unvalued.set(name, made)
    return made
  }

  function noteMissed(one: Missed, currency: string | null, side: 'before' | 'after', keys: (KeyValue | null)[]) {
    missed[side].of(currency).add(one)
    const name = JSON.stringify(keys)
    const known = missedOfGroups.get(name)
    if (known === undefined && missedOfGroups.size >= MOST_GROUPS) return
    const ofGroup = known ?? missedInChange()
    missedOfGroups.set(name, ofGroup)
    ofGroup[side].of(currency).add(one)
  }

  return {
    unruled,
    /** @param place the row and its event code, and in which table of its side it is */
    add(
      place: { at: number; row: number; eventCode: string | null },
      valued: ValuedEvent,
      side: 'before' | 'after',
      keys: (KeyValue | null)[],
    ) {
      const { rule, bin, worth, currency, why, quantity, unit, line } = valued
      const { eventCode } = place
      if (bin === 'no-rule') {
        unruled[side].push(place)
        return
      }
      const lacks = line === null || valued.missing !== null ? missedEvent(valued, eventCode) : null
      if (lacks !== null) noteMissed(lacks, blockOf(valued), side, keys)
      if (line !== null && lacks === null) {
        const known = inLines[side].get(line.place)
        const both = [known?.quantity, quantity].filter((one) => one != null)
        inLines[side].set(line.place, {
          ...missedLine(
            { eventCode, unit, events: (known?.events ?? 0) + 1 },
            both.length === 0 ? null : both.reduce(plus),
          ),
          keys,
        })
      }
      const isMoney = bin === 'charged' || bin === 'reduces'
      if (isMoney && worth !== null) currencies.add(currency)
      if (isMoney && (worth !== null || (why === 'part-of-line' && holdsLines))) {
        const group = moneyOf(keys, currency)
        group[side] += 1
        group.isThere = true
        if (worth !== null) group.sums[bin] = changed(group.sums[bin], worth, side)
        return
      }
      const group = unvaluedOf(keys, reasonOf(valued), unit)
      group[side] += 1
      if (lacks !== null) group.lacking.add(lacks)
      const takingRule = rule === null ? null : (rules[rule] ?? null)
      const isAdded = takingRule?.quantity?.by === 'sum' || takingRule?.quantity?.by === 'events'
      if (takingRule === null || quantity === null || !isAdded) return
      group.sum = changed(group.sum ?? ZERO, withEffect(takingRule.effect, quantity), side)
    },
    addLines(lines: readonly PeriodLine[], side: 'before' | 'after') {
      if (!holdsLines) return
      for (const line of lines) {
        if (line.worth === null) continue
        const keys = fields.map((field) => {
          const text = field === 'customerId' ? line.customerId : line.eventCode
          return text === null ? null : { kind: 'string' as const, text }
        })
        const { sums } = moneyOf(keys, line.currency)
        const worth = readPlain(line.worth)
        const bin = worth.digits < 0n ? 'reduces' : 'charged'
        sums[bin] = changed(sums[bin], worth, side)
      }
    },
    /** @param lines of the side, where every event is in its line */
    addMissedLines(lines: readonly PeriodLine[], side: 'before' | 'after') {
      for (const [place, { keys, ...events }] of inLines[side]) {
        const { why = null, currency = null } = lines[place] ?? {}
        if (why !== null) noteMissed({ ...events, why }, currency, side, keys)
      }
    },
    /** Whether a change has this currency, or changes a line that does. */
    isIn: ({ currency, charged, reduces }: WorthDifference) =>
      currencies.has(currency) || /[1-9]/.test(charged) || /[1-9]/.test(reduces),
    /** @param compared what the change leads from and to: netted where both are, as their difference is */
    figures(compared: readonly Worth[]): Pick<KindWorth, 'groups' | 'unvalued' | 'others' | 'notIn'> {
      const isNetted = compared.every(({ bins }) => bins.every(({ bin, events }) => bin !== 'no-rule' || events === 0))
      const groups = [...money.values()].flatMap(({ isThere, sums: { charged, reduces }, ...group }): WorthGroup[] => {
        if (!isThere && charged.digits === 0n && reduces.digits === 0n) return []
        const net = isNetted ? decimalText(plus(charged, reduces)) : null
        const figures = inMoneyText({ ...group, charged: decimalText(charged), reduces: decimalText(reduces), net })
        const ofGroup = figuresOf(missedOfGroups.get(JSON.stringify(group.keys)) ?? missedInChange())
        return [{ ...group, ...figures, notIn: inCurrency(ofGroup, group.currency) }]
      })
      const rest = [...unvalued.values()].map(
        ({ sum, lacking, ...group }): UnvaluedGroup => ({
          ...group,
          quantity: sum && moneyText(decimalText(sum), null),
          notIn: lacking.figures(),
        }),
      )
      const others = Math.max(groups.length - MOST_GROUPS, 0) + Math.max(rest.length - MOST_GROUPS, 0)
      return {
        groups: groups.sort(mostFirst).slice(0, MOST_GROUPS),
        unvalued: rest.sort(mostFirst).slice(0, MOST_GROUPS),
        others,
        notIn: figuresOf(missed),
      }
    },
  }
}

interface InLine extends ReturnType<typeof missedLine> {
  keys: (KeyValue | null)[]
}

type MissedInChange = ReturnType<typeof missedInChange>

const missedInChange = () => ({ before: createNotInSums(), after: createNotInSums() })
const figuresOf = ({ before, after }: MissedInChange): NotInChange => ({
  before: before.figures(),
  after: after.figures(),
})
function inCurrency({ before, after }: NotInChange, wanted: string | null): NotInChange {
  const of = (all: NotInSums) => all.filter(({ currency }) => currency === wanted)
  return { before: of(before), after: of(after) }
}

const changed = (sum: Decimal, value: Decimal, side: 'before' | 'after') =>
  side === 'after' ? plus(sum, value) : minus(sum, value)

function reasonOf({ bin, why }: EventWorth): UnvaluedGroup['why'] {
  if (bin === 'balance' || why === null) return bin === 'balance' ? 'balance' : 'not-money'
  return why
}

function inMoneyText({ currency, charged, reduces, net }: WorthDifference): WorthDifference {
  const text = (sum: string) => moneyText(sum, currency)
  return { currency, charged: text(charged), reduces: text(reduces), net: net === null ? null : text(net) }
}

type Counted = Pick<WorthGroup, 'keys' | 'before' | 'after'>

/** Most events first; then by their keys, so that one order holds whatever comes first. */
function mostFirst(a: Counted, b: Counted): number {
  const more = Math.max(b.before, b.after) - Math.max(a.before, a.after)
  const [one, other] = [JSON.stringify(a.keys), JSON.stringify(b.keys)]
  return more || (one < other ? -1 : one > other ? 1 : 0)
}
