// What changes come to by the price rules: for each kind a difference of two valuations, in all and by group.
//
// Changes cannot be valued one by one, as a line of a month is worth something only as a whole. So all that is there is
// valued at four stages on the way from then to now, and each kind of change is the difference between two of them:
//
//   then          what is the same, what was altered as it was, what is gone
//   withoutGone   what is the same, what was altered as it was
//   alteredAsNow  what is the same, what was altered as it is
//   now           what is the same, what was altered as it is, what was added
import { type Decimal, decimalText, minus, plus, ZERO } from '../../../../shared/exact/decimal.ts'
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
import { blockCurrency, missedEvent, missedLine } from '../../../../shared/worth/grouped-worth.ts'
import { moneyText, plainNumber } from '../../../../shared/worth/money-text.ts'
import {
  createNotInSum,
  createNotInSums,
  type Missed,
  type NotInSums,
  type NotInSumTally,
} from '../../../../shared/worth/not-in-sum.ts'
import type { ComputedLine } from '../../../../shared/worth/period-lines.ts'
import type { EventWorth } from '../../../../shared/worth/value-event.ts'
import { isMoneyKind, type Worth, type WorthDifference, worthDifference } from '../../../../shared/worth/worth.ts'
import { instantsOf } from '../money/event-reader.ts'
import { type Fold, type FoldedPart, type FoldedRows, fold } from '../money/fold.ts'
import { type AskedRules, askedRules, valuedRows } from '../money/valued-rows.ts'
import { groupByKeys } from '../table/group-rows.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import type { Turn } from '../table/turn.ts'
import { totalsAsSent } from './answer-totals.ts'

/** The first groups of each list are answered with; the rest are counted. */
const MOST_GROUPS = 10_000

/** Some rows of one snapshot. */
interface Side {
  snapshot: LoadedSnapshot
  rows: Uint32Array
}

/** Which events were there then, and which are there now. */
export interface ChangedRows {
  /** Events that are there unchanged, then and now. */
  same: Side
  /** Events that were there then and are not now, as they were. */
  gone: readonly Side[]
  /** Events that are another now: as they were, and as they are. */
  altered: { before: readonly Side[]; after: readonly Side[] }
  /** Events that are there now and were not then, as they are. */
  added: readonly Side[]
}

/** The rows of a side, valued and grouped, with the keys of each group. */
interface KeyedTable extends FoldedRows {
  kind: ChangeKind | 'same'
  keysOf(group: number): (KeyValue | null)[]
}

/**
 * What each kind of change comes to, and what all of them come to as one.
 * @param question the rules, and the keys by which each kind is told by group
 */
export async function changedWorth(
  { same, gone, altered, added }: ChangedRows,
  question: NonNullable<ChangesQuestion['worth']>,
  turn: Turn,
): Promise<{ worth: ChangesWorth; all: WorthDifference[] }> {
  const asked = askedRules(question)
  const wholeRange = instantsOf(question.wholeRange)
  const unchanged: KeyedTable = {
    kind: 'same',
    valued: await valuedRows(same.snapshot, asked, same.rows, turn),
    keysOf: () => [],
  }
  const tablesOf = async (kind: ChangeKind, sides: readonly Side[]) => {
    const tables: KeyedTable[] = []
    for (const side of sides) tables.push(await keyedTable(kind, side, asked, question.by, turn))
    return tables
  }
  const stageOf = async (tables: readonly KeyedTable[]): Promise<Stage> => {
    const folded = await fold(tables, asked.rules, wholeRange, turn)
    return { tables, folded, worth: await folded.worth() }
  }
  const asThen = [unchanged, ...(await tablesOf('altered', altered.before))]
  const asNow = [unchanged, ...(await tablesOf('altered', altered.after))]
  const then = await stageOf([...asThen, ...(await tablesOf('gone', gone))])
  const withoutGone = await stageOf(asThen)
  const alteredAsNow = await stageOf(asNow)
  const now = await stageOf([...asNow, ...(await tablesOf('added', added))])

  const newGroups = () => kindGroups(question)
  const kinds: Record<ChangeKind, KindGroups> = { added: newGroups(), gone: newGroups(), altered: newGroups() }
  /** Event codes of changed events that no rule takes. */
  const unruledCodes = new Set<string | null>()
  // The events of each kind are all in the first stage as they were, and in the last one as they are.
  for (const [stage, side] of [
    [then, 'before'],
    [now, 'after'],
  ] as const) {
    for (const kind of CHANGE_KINDS) await kinds[kind].add(stage, kind, side)
    await stage.folded.each(({ table, valued, eventCode }) => {
      const isUnchanged = table === 0
      if (!isUnchanged && valued.moneyKind === 'no-rule') unruledCodes.add(eventCode)
    })
  }
  const { byCode, ...unruledSums } = question.unruled ?? {}
  /** Whether what has no unit is told by event code, as nothing is added across these. */
  const isApart = byCode === 'each' || (byCode === 'several' && unruledCodes.size > 1)

  /** What a kind of change comes to. @param from the stage before it @param to the stage after it */
  const kindWorth = async (kind: ChangeKind, from: Stage, to: Stage): Promise<KindWorth> => {
    const groups = kinds[kind]
    groups.addLines(from.folded.lines, 'before')
    groups.addLines(to.folded.lines, 'after')
    // What no rule takes, as sent. Only the first table of a kind is looked at: where there are several, one for each
    // day that was read again, this is not shown.
    const totalsOf = async ({ tables, folded }: Stage, by: typeof question.by) => {
      const first = tables.findIndex((table) => table.kind === kind)
      const rows =
        first < 0 ? [] : [...(await folded.rowsOf(({ valued: { moneyKind } }) => moneyKind === 'no-rule', first))]
      const how = { ...unruledSums, by, limit: MOST_GROUPS, ...(isApart && { byCode: 'each' as const }) }
      return totalsAsSent(tables[first]?.valued.snapshot ?? same.snapshot, rows, how, turn)
    }
    const asSent = async (by: typeof question.by) => comparedTotals(await totalsOf(then, by), await totalsOf(now, by))
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
      version: asked.version,
      gone: await kindWorth('gone', then, withoutGone),
      altered: await kindWorth('altered', withoutGone, alteredAsNow),
      added: await kindWorth('added', alteredAsNow, now),
    },
    all: worthDifference(now.worth, then.worth).flatMap((one) => (isIn(one) ? [inMoneyText(one)] : [])),
  }
}

/** All that is there at one stage from then to now. */
interface Stage {
  /** The first one has the rows that are the same. */
  tables: readonly KeyedTable[]
  folded: Fold
  worth: Worth
}

async function keyedTable(
  kind: ChangeKind,
  { snapshot, rows }: Side,
  asked: AskedRules,
  by: NonNullable<ChangesQuestion['worth']>['by'],
  turn: Turn,
): Promise<KeyedTable> {
  const { groups, keysOf } = await groupByKeys(snapshot, rows, by, null, turn)
  return { kind, valued: await valuedRows(snapshot, asked, rows, turn), groups, keysOf }
}

type KindGroups = ReturnType<typeof kindGroups>

/**
 * What one kind of change comes to by group: what was there then is taken away, what is there now is added. Events are
 * counted on both sides.
 */
function kindGroups({ by, wholeRange }: NonNullable<ChangesQuestion['worth']>) {
  /**
   * Money, by the keys of a group and a currency. `isThere`: changed events of the group have it; else only lines of
   * months do, which may not have changed at all.
   */
  const money = new Map<
    string,
    Omit<WorthGroup, 'notIn'> & { isThere: boolean; sums: { charged: Decimal; reduces: Decimal } }
  >()
  /** Events without money, by the keys of a group, the reason and a unit. `sum`: of their quantities. */
  const unvalued = new Map<string, Omit<UnvaluedGroup, 'notIn'> & { sum: Decimal | null; lacking: NotInSumTally }>()
  /** The currencies in which changed events have money of their own. */
  const currencies = new Set<string | null>()
  const missed = missedOfGroups()
  /** The fields that groups are made of; null for another key. */
  const fields = by.map((key) => (key.of === 'field' ? key.field : null))
  /** Whether each line of a month is in one group as a whole: it is of one customer and event code. */
  const holdsLines = wholeRange !== null && fields.every((field) => field === 'customerId' || field === 'eventCode')

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

  /** Adds events to the group of their money, or else to that of the reason why they have none. */
  function addPart(
    { valued, counted, events, eventCode }: FoldedPart,
    side: 'before' | 'after',
    keys: (KeyValue | null)[],
  ) {
    const { moneyKind, worth, currency, why, unit, line, missing } = valued
    // What an event lacks because its line does is said once for all events of the line, by `add`.
    const lacks = line === null || missing !== null ? missedEvent(valued, eventCode, events) : null
    if (lacks !== null) missed.add(lacks, blockCurrency(valued), side, keys)
    const isMoney = isMoneyKind(moneyKind)
    if (isMoney && worth !== null) currencies.add(currency)
    const isMoneyOfLine = why === 'part-of-line' && holdsLines
    if (isMoney && (worth !== null || isMoneyOfLine)) {
      const group = moneyOf(keys, currency)
      group[side] += events
      group.isThere = true
      if (worth !== null) group.sums[moneyKind] = changed(group.sums[moneyKind], worth, side)
      return
    }
    const group = unvaluedOf(keys, reasonOf(valued), unit)
    group[side] += events
    if (lacks !== null) group.lacking.add(lacks)
    if (counted !== null) group.sum = changed(group.sum ?? ZERO, counted, side)
  }

  return {
    /** Adds the events of a kind: those of the stage `then` as they were before, those of `now` as they are after. */
    async add({ tables, folded }: Stage, kind: ChangeKind, side: 'before' | 'after') {
      /** Parts of lines, by the place of their line: only once all are added it is known whether the line has money. */
      const partsOfLines = new Map<number, FoldedPart[]>()
      await folded.each((part) => {
        const { valued } = part
        const table = tables[part.table]
        if (table?.kind !== kind || valued.moneyKind === 'no-rule') return
        addPart(part, side, table.keysOf(part.group))
        if (valued.line === null || valued.missing !== null) return
        const { place } = valued.line
        const ofLine = partsOfLines.get(place)
        if (ofLine === undefined) partsOfLines.set(place, [part])
        else ofLine.push(part)
      })
      for (const [place, parts] of partsOfLines) {
        const { why = null, currency = null } = folded.lines[place]?.line ?? {}
        if (why === null) continue
        // A line may be cut by several groups: what it lacks is said in the group of its last event.
        const last = parts.reduce((a, b) => (b.table > a.table || (b.table === a.table && b.last > a.last) ? b : a))
        const lacks = { ...missedParts(parts, last), why }
        missed.add(lacks, currency, side, tables[last.table]?.keysOf(last.group) ?? [])
      }
    },
    /**
     * Adds the money of all lines of months at a stage, to the groups that hold them. A line that did not change is
     * added after as it was taken away before, and comes to 0.
     */
    addLines(lines: readonly ComputedLine[], side: 'before' | 'after') {
      if (!holdsLines) return
      for (const { line, worth } of lines) {
        if (worth === null) continue
        const keys = fields.map((field) => {
          const text = field === 'customerId' ? line.customerId : line.eventCode
          return text === null ? null : { kind: 'string' as const, text }
        })
        const { sums } = moneyOf(keys, line.currency)
        const moneyKind = worth.digits < 0n ? 'reduces' : 'charged'
        sums[moneyKind] = changed(sums[moneyKind], worth, side)
      }
    },
    /** Whether a difference is of this kind: changed events have money in its currency, or change a line that has. */
    isIn: ({ currency, charged, reduces }: WorthDifference) =>
      currencies.has(currency) || /[1-9]/.test(charged) || /[1-9]/.test(reduces),
    /** The figures of all groups. @param compared the worth before and after: groups are netted only if both are */
    figures(compared: readonly Worth[]): Pick<KindWorth, 'groups' | 'unvalued' | 'others' | 'notIn'> {
      const isNetted = compared.every(({ moneyKinds }) =>
        moneyKinds.every(({ moneyKind, events }) => moneyKind !== 'no-rule' || events === 0),
      )
      const groups = [...money.values()].flatMap(({ isThere, sums: { charged, reduces }, ...group }): WorthGroup[] => {
        if (!isThere && charged.digits === 0n && reduces.digits === 0n) return []
        const net = isNetted ? decimalText(plus(charged, reduces)) : null
        const figures = inMoneyText({ ...group, charged: decimalText(charged), reduces: decimalText(reduces), net })
        const ofGroup = figuresOf(missed.ofGroup(group.keys))
        return [{ ...group, ...figures, notIn: inCurrency(ofGroup, group.currency) }]
      })
      const rest = [...unvalued.values()].map(
        ({ sum, lacking, ...group }): UnvaluedGroup => ({
          ...group,
          quantity: sum && plainNumber(sum),
          notIn: lacking.figures(),
        }),
      )
      const others = Math.max(groups.length - MOST_GROUPS, 0) + Math.max(rest.length - MOST_GROUPS, 0)
      return {
        groups: groups.sort(mostFirst).slice(0, MOST_GROUPS),
        unvalued: rest.sort(mostFirst).slice(0, MOST_GROUPS),
        others,
        notIn: figuresOf(missed.all),
      }
    },
  }
}

/** What the parts of one line lack together. @param last the part whose code and unit are said */
function missedParts(parts: readonly FoldedPart[], { eventCode, valued: { unit } }: FoldedPart) {
  const quantities = parts.flatMap(({ valued: { quantity } }) => quantity ?? [])
  const events = parts.reduce((sum, part) => sum + part.events, 0)
  return missedLine({ eventCode, unit, events }, quantities.length === 0 ? null : quantities.reduce(plus))
}

/** Events that are in no sum of one kind of change: in all, and by group for the first groups. */
function missedOfGroups() {
  const all = missedInChange()
  const byKeys = new Map<string, MissedInChange>()
  return {
    all,
    add(one: Missed, currency: string | null, side: 'before' | 'after', keys: (KeyValue | null)[]): void {
      all[side].of(currency).add(one)
      const name = JSON.stringify(keys)
      const known = byKeys.get(name)
      if (known === undefined && byKeys.size >= MOST_GROUPS) return
      const ofGroup = known ?? missedInChange()
      byKeys.set(name, ofGroup)
      ofGroup[side].of(currency).add(one)
    },
    ofGroup: (keys: (KeyValue | null)[]): MissedInChange => byKeys.get(JSON.stringify(keys)) ?? missedInChange(),
  }
}

type MissedInChange = ReturnType<typeof missedInChange>

const missedInChange = () => ({ before: createNotInSums(), after: createNotInSums() })
const figuresOf = ({ before, after }: MissedInChange): NotInChange => ({
  before: before.figures(),
  after: after.figures(),
})
function inCurrency({ before, after }: NotInChange, wanted: string | null): NotInChange {
  const ofWanted = (all: NotInSums) => all.filter(({ currency }) => currency === wanted)
  return { before: ofWanted(before), after: ofWanted(after) }
}

/** Adds what is there now, and takes away what was there then. */
const changed = (sum: Decimal, value: Decimal, side: 'before' | 'after') =>
  side === 'after' ? plus(sum, value) : minus(sum, value)

/** Why an event that a rule takes has no money. */
function reasonOf({ moneyKind, why }: EventWorth): UnvaluedGroup['why'] {
  if (moneyKind === 'balance') return 'balance'
  return why ?? 'not-money'
}

function inMoneyText({ currency, charged, reduces, net }: WorthDifference): WorthDifference {
  const text = (sum: string) => moneyText(sum, currency)
  return { currency, charged: text(charged), reduces: text(reduces), net: net === null ? null : text(net) }
}

type Counted = Pick<WorthGroup, 'keys' | 'before' | 'after'>

/** Orders groups by their events, most first; then by their keys, so that the order does not depend on that of rows. */
function mostFirst(a: Counted, b: Counted): number {
  const more = Math.max(b.before, b.after) - Math.max(a.before, a.after)
  const [one, other] = [JSON.stringify(a.keys), JSON.stringify(b.keys)]
  return more || (one < other ? -1 : one > other ? 1 : 0)
}
