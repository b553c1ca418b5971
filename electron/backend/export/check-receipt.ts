// Checks that a receipt is consistent: its account, parts, counts and verdict. Messages never repeat its texts, which a
// stranger may have written.
import { isDeepStrictEqual } from 'node:util'
import { compareDecimals, plus, readPlain } from '../../../shared/exact/decimal.ts'
import { UNEXPECTED } from '../../../shared/shape/judge-event.ts'
import { ROW_KINDS } from '../../../shared/snapshot/account.ts'
import { EVIDENCE_LETTERS, EVIDENCE_NAMES, type EvidenceLetter } from '../../../shared/snapshot/snapshot.ts'
import { ALL_READ, verdictName } from '../../../shared/snapshot/verdict-name.ts'
import { unitProperties } from '../../../shared/worth/property-sum.ts'
import { MONEY_KINDS, WITHOUT_RULE } from '../../../shared/worth/worth.ts'
import { LEFT_OUT } from './file-subject.ts'
import { type Receipt, type ReceiptContent, type ReceiptSum, UnreadableFile } from './receipt.ts'

type Figures = NonNullable<ReceiptContent['account']>
type Part = ReceiptContent['slices'][number]

/** Sentences: what was found to agree, and what cannot be checked. */
export interface Checked {
  agrees: string[]
  unchecked: string[]
}

/** @throws UnreadableFile whose message says which figures contradict each other */
export function checkReceipt({ eventscope }: Pick<Receipt, 'eventscope'>): Checked {
  checkVerdict(eventscope)
  const { account, worth, sample, shapes } = eventscope
  if (sample !== undefined) checkSample(sample)
  if (worth !== undefined) checkWorth(worth, eventscope)
  if (shapes !== undefined) checkShapes(shapes, eventscope)
  if (account !== undefined) {
    checkAccount(account, 'The account')
    for (const [at, part] of eventscope.slices.entries()) checkPart(part, `Part ${at + 1}`, eventscope)
    checkParts(account, eventscope)
    checkRowCounts(account, eventscope)
    checkLeftOut(account, eventscope)
    if (holds(eventscope, 'a')) {
      const counted = eventscope.totals.end?.total ?? null
      if (counted === null) throw contradiction('It says that its counts agree, but names no count at the end.')
      expectEqual(
        counted,
        account.counted,
        `The service counted ${counted} rows, but the account has ${account.counted}.`,
      )
    }
  }
  return {
    agrees: [
      ...(worth === undefined ? [] : ['what its events are worth: the groups add up to all events']),
      ...(shapes === undefined
        ? []
        : ['how many of its events are as expected and how many are not: together they are all events']),
      ...(account === undefined ? [] : [`the account: ${account.received} rows received, ${account.counted} counted`]),
    ],
    unchecked: [
      ...(worth === undefined ? [] : ['that its events are worth that: the rules are not in the receipt']),
      ...(sample === undefined ? [] : ['what the service answered to the sample']),
      ...(shapes === undefined ? [] : ['that so many are as expected: the shapes are not in the receipt']),
      ...lacksOf(eventscope),
    ],
  }
}

/**
 * A figure that is said twice may be found in the file as one of them says, and shown as the other does.
 * @throws UnreadableFile
 */
export function checkSums(sums: readonly ReceiptSum[]): void {
  const ofProperty = new Map<string, ReceiptSum>()
  for (const sum of sums) {
    const before = ofProperty.get(sum.property)
    // An earlier version wrote one that was asked for twice as often as that.
    if (before !== undefined && !isDeepStrictEqual(before, sum)) {
      throw contradiction('It gives the sums of a property twice, and they differ.')
    }
    ofProperty.set(sum.property, sum)
    expectOnce(unitProperties(sum), 'It names a property of units twice.')
    expectOnce(
      sum.figures.map(({ type, units }) => JSON.stringify([type ?? null, units])),
      'It gives the sum of one type and unit twice.',
    )
    if (sum.figures.some(({ units }) => units.length !== sum.by.length)) {
      throw contradiction('A sum does not have the units that it names.')
    }
  }
}

/** @throws UnreadableFile if one of the names is there twice. @param otherwise as in `expectEqual` */
function expectOnce(names: readonly (string | null)[], otherwise: string): void {
  if (new Set(names).size < names.length) throw contradiction(otherwise)
}

function checkSample({ drawn, of, differ, above }: NonNullable<ReceiptContent['sample']>): void {
  if (BigInt(differ) > BigInt(drawn) || BigInt(drawn) > BigInt(of)) {
    throw contradiction(
      `Of its spot check ${differ} events differ, but ${drawn} were drawn, and ${of} can be asked for.`,
    )
  }
  if (above !== null && BigInt(above.differ) > BigInt(above.events)) {
    throw contradiction(
      `In its spot check more events above an amount differ than the ${above.events} that were asked for.`,
    )
  }
}

/** Whether a piece of evidence holds; `a` is that the service's counts agree with the rows. */
const holds = ({ proof }: ReceiptContent, letter: EvidenceLetter) => proof?.evidence.includes(letter) ?? false

/** The verdict is the one that its evidence makes: where all were read, all evidence holds and each part was read. */
function checkVerdict({ verdict, proof, account, slices }: ReceiptContent): void {
  if (proof !== undefined) {
    const { evidence, grounds } = proof
    const letters = grounds.map(({ letter }) => letter).join('')
    if (letters !== EVIDENCE_LETTERS.join(''))
      throw contradiction('It does not say of each of the five pieces of evidence, once, whether it holds.')
    const holding = grounds.map(({ letter, holds }) => (holds ? letter : '')).join('')
    if (holding !== evidence)
      throw contradiction(`Its evidence is "${evidence}", but "${holding}" is what it says holds.`)
    if (verdict === null) throw contradiction('It names evidence, but no verdict.')
    const word = verdictName({ ...verdict, grounds })
    if (verdict.word !== word && verdict.word !== word.replace(ALL_READ, EARLIER_WORD)) {
      throw contradiction(`Its verdict is ${verdict.kind}, but the words for it are those of another verdict.`)
    }
  }
  if (verdict?.kind !== 'complete') return
  if (proof === undefined && account === undefined && slices.every((part) => part.account === undefined)) return
  if (proof?.evidence !== EVIDENCE_LETTERS.join('')) {
    throw contradiction(
      `Its verdict says that all events were read, but of its evidence only "${proof?.evidence ?? ''}" holds.`,
    )
  }
  if (account === undefined)
    throw contradiction('Its verdict says that all events were read, but it does not account for the rows.')
  const unread = slices.findIndex(({ state }) => UNREAD_STATES.includes(state))
  if (unread >= 0) throw contradiction(`Its verdict says that all events were read, but part ${unread + 1} was not.`)
}

/** This is what an earlier version called it where all events were read. */
const EARLIER_WORD = 'Complete'

const UNREAD_STATES: readonly string[] = ['waiting', 'reading', 'failed']

/** All row kinds add up to the rows received, and to those counted. @param whose whose account, as a sentence begins */
function checkAccount(account: Figures, whose: string): void {
  const sum = sumOf(ROW_KINDS.map((rowKind) => account[rowKind]))
  expectEqual(
    account.received,
    sum,
    `${whose} has ${account.received} rows received, but its figures add up to ${sum}.`,
  )
  const once = sum - BigInt(account.cameAgain) - BigInt(account.gone)
  expectEqual(
    account.counted,
    once,
    `${whose} has ${account.counted} rows counted, but there are ${once} without those that came again or are gone.`,
  )
}

/** A part of the range keeps and returned what its account says. @param whose it, as a sentence begins: "Part 1" */
function checkPart(part: Part, whose: string, eventscope: ReceiptContent): void {
  const { account, kept, returned, shared = '0', total, after = null } = part
  if (account === undefined) {
    if (BigInt(kept) + BigInt(returned) > 0n) throw contradiction(`${whose} has rows, but does not account for them.`)
    return
  }
  checkAccount(account, `The account of ${whose.toLowerCase()}`)
  expectEqual(kept, keptOf(account), `${whose} keeps ${kept} rows, but its account keeps ${keptOf(account)}.`)
  if (BigInt(shared) > BigInt(account.cameAgain)) {
    throw contradiction(`${whose} shares ${shared} rows, but only ${account.cameAgain} came again.`)
  }
  const counted = BigInt(account.counted) + BigInt(shared)
  expectEqual(returned, counted, `${whose} returned ${returned} rows, but its account has ${counted}.`)
  if (!holds(eventscope, 'a')) return
  for (const [count, when] of [
    [total, 'before'],
    [after, 'after'],
  ] as const) {
    if (count === null)
      throw contradiction(`It says that its counts agree, but ${whose.toLowerCase()} has none ${when}.`)
    expectEqual(
      count,
      counted,
      `${whose} was counted as ${count} rows ${when} it was read, but its account has ${counted}.`,
    )
  }
}

/** Each row kind of the whole is the sum of that kind over all parts. */
function checkParts(account: Figures, { slices }: ReceiptContent): void {
  for (const rowKind of ROW_KINDS) {
    const parts = sumOf(slices.map((part) => part.account?.[rowKind] ?? '0'))
    expectEqual(
      account[rowKind],
      parts,
      `The account has ${account[rowKind]} rows as "${rowKind}", but the parts have ${parts}.`,
    )
  }
}

/** The file has the rows that were kept, less those that are left out. */
function checkRowCounts(account: Figures, { rows, filtered, leftOut }: ReceiptContent): void {
  const marked = leftFor(leftOut, LEFT_OUT.misses) + leftFor(leftOut, LEFT_OUT.undated)
  const [misses, undated] = [BigInt(account.misses), BigInt(account.undated)]
  if (marked > 0n && (marked < misses || marked > misses + undated)) {
    throw contradiction(
      `${marked} rows are left out for not matching a filter or having no time, but the account has ${misses} and ${undated}.`,
    )
  }
  if (leftFor(leftOut, LEFT_OUT.undated) > undated) {
    throw contradiction(`More rows are left out for a time that cannot be read than the ${undated} of the account.`)
  }
  const remaining = keptOf(account) - marked
  const beforeFilter = filtered?.of ?? rows
  expectEqual(beforeFilter, remaining, `It has ${beforeFilter} rows, but by the account ${remaining} remain.`)
  const hidden = filtered === null ? 0n : remaining - BigInt(rows)
  const left = leftFor(leftOut, LEFT_OUT.filtered)
  expectEqual(left, hidden, `${left} rows are left out by a filter, but by the rows of the file it must be ${hidden}.`)
}

/** Rows that came and are not in the file are left out for the reason that their row kind says. */
function checkLeftOut(account: Figures, { leftOut }: ReceiptContent): void {
  const reasonsOfKinds = [
    ['before', [LEFT_OUT.before]],
    ['after', [LEFT_OUT.after, LEFT_OUT.atEnd]],
    ['storedTwice', [LEFT_OUT.storedTwice]],
    ['cameAgain', [LEFT_OUT.cameAgain]],
    ['gone', [LEFT_OUT.gone]],
  ] as const
  for (const [rowKind, reasons] of reasonsOfKinds) {
    const left = reasons.reduce((sum, why) => sum + leftFor(leftOut, why), 0n)
    expectEqual(
      left,
      account[rowKind],
      `${left} rows are left out as "${rowKind}", but the account has ${account[rowKind]}.`,
    )
  }
  if (leftFor(leftOut, LEFT_OUT.repeats) > 0n) throw contradiction('It leaves out rows that its account does not have.')
}

/** Tells what the receipt does not prove: an earlier version wrote it, or some evidence does not hold. */
function lacksOf({ proof, account }: ReceiptContent): string[] {
  const lacks: string[] = []
  if (account === undefined) {
    lacks.push(
      'that every row of the answers is accounted for: an earlier version wrote the receipt, without an account',
    )
    lacks.push(`what is asked for today: that version wrote it without the evidence ${namesOf(EVIDENCE_LETTERS)}`)
  } else if (proof === undefined) {
    lacks.push(`that nothing is missing: the reading was ended before the evidence ${namesOf(EVIDENCE_LETTERS)}`)
  } else {
    const missing = EVIDENCE_LETTERS.filter((letter) => !proof.evidence.includes(letter))
    if (missing.length > 0) lacks.push(`that nothing is missing: this evidence does not hold: ${namesOf(missing)}`)
  }
  return lacks
}

const namesOf = (letters: readonly EvidenceLetter[]) =>
  letters.map((letter) => `${letter} (${EVIDENCE_NAMES[letter].toLowerCase()})`).join(', ')

const keptOf = ({ kept, misses, undated, otherText }: Figures) => sumOf([kept, misses, undated, otherText])

const leftFor = (leftOut: ReceiptContent['leftOut'], why: string) =>
  sumOf(leftOut.filter((one) => one.why === why).map(({ rows }) => rows))

// How a receipt that contradicts itself is refused. Its own texts are not repeated: a stranger may have written them.

/** @param figures whole numbers as text, as receipts state them; 0 for none */
const sumOf = (figures: readonly string[]) => figures.reduce((sum, figure) => sum + BigInt(figure), 0n)

/** @throws UnreadableFile if the numbers differ. @param otherwise a sentence that says what contradicts what */
function expectEqual(figure: string | bigint, other: string | bigint, otherwise: string): void {
  if (BigInt(figure) !== BigInt(other)) throw contradiction(otherwise)
}

/** @param words a sentence that says what contradicts what */
export const contradiction = (words: string) => new UnreadableFile(`The receipt contradicts itself. ${words}`)

/** @param begins whose rows they are: "It has". @param stated as the receipt says it */
export const otherRows = (begins: string, rows: number | string, stated: string) =>
  new UnreadableFile(`${begins} ${rows} rows, but the receipt says ${stated}.`)

// Holds what a receipt says of its events, judged by rules and by expected shapes, against itself.

type ReceiptWorth = NonNullable<ReceiptContent['worth']>

/** Its money kinds are all events of the file, and each figure that is said twice is the same. */
function checkWorth(worth: ReceiptWorth, { rows }: Pick<ReceiptContent, 'rows'>): void {
  const { bins, currencies, granted, numberMissing, noRule, notValued, negativeDebits, differs } = worth
  for (const sums of [currencies, granted, negativeDebits, differs, worth.differsByRounding]) {
    expectOnce(
      sums.map(({ currency }) => currency),
      'Of what its events are worth, it gives the sum of one currency twice.',
    )
  }
  for (const reasons of [notValued, numberMissing]) {
    expectOnce(
      reasons.map(({ why }) => why),
      'Of what its events are worth, it gives one reason twice.',
    )
  }
  const sum = sumOf(MONEY_KINDS.map((moneyKind) => bins[moneyKind]))
  expectEqual(rows, sum, `It has ${rows} rows, but says of ${sum} what they are worth.`)
  const missing = eventsOf(numberMissing)
  expectEqual(
    bins['number-missing'],
    missing,
    `It says why ${missing} numbers are missing, but counts another number of them.`,
  )
  // Those that are named for a reason can be no more than the money kinds have that it is a reason in.
  const namedInKinds = [
    [eventsOf(currencies), sumOf([bins.charged, bins.reduces]), 'in a total'],
    [eventsOf(granted), BigInt(bins.balance), 'of a prepaid grant'],
    [eventsOf(noRule), BigInt(bins['no-rule']), WITHOUT_RULE],
    [
      eventsOf([...currencies, ...granted, ...notValued]),
      sumOf([bins.charged, bins.reduces, bins.balance]),
      'in a total, granted or not valued',
    ],
    [eventsOf(negativeDebits), BigInt(bins.reduces), 'that are debits below zero'],
    [
      eventsOf([...differs, ...worth.differsByRounding]),
      sumOf([bins.charged, bins.reduces]),
      'whose amount is not quantity × unit price',
    ],
  ] as const
  for (const [named, counted, which] of namedInKinds) {
    if (named > counted) throw contradiction(`It names ${named} events ${which}, but counts ${counted} of them.`)
  }
  const isNetted = BigInt(bins['no-rule']) === 0n
  for (const { net, charged, reduces } of currencies) {
    if ((net !== null) !== isNetted) {
      throw contradiction(
        `${bins['no-rule']} events have no price rule, which does not go with ${net === null ? 'no' : 'a'} total.`,
      )
    }
    if (net === null) continue
    if (compareDecimals(readPlain(net), plus(readPlain(charged), readPlain(reduces))) !== 0) {
      throw contradiction('A total is not what is charged less what is taken off.')
    }
  }
  checkDebits(worth)
}

/** Each event is as expected or is not, and one that is not has a reason, or several. */
function checkShapes(
  { expected, unexpected, by }: NonNullable<ReceiptContent['shapes']>,
  { rows }: Pick<ReceiptContent, 'rows'>,
): void {
  const sum = sumOf([expected, unexpected])
  expectEqual(rows, sum, `It has ${rows} rows, but those that are as expected and those that are not are ${sum}.`)
  const reasons = UNEXPECTED.map((what) => by[what])
  if (reasons.some((events) => BigInt(events) > BigInt(unexpected))) {
    throw contradiction(`More events are unexpected for one reason than the ${unexpected} that are unexpected in all.`)
  }
  const named = sumOf(reasons)
  if (named < BigInt(unexpected)) {
    throw contradiction(`${unexpected} events are not as expected, but reasons are given for ${named} at most.`)
  }
}

/** Each of them is a part of what reduces in its currency. */
function checkDebits({ negativeDebits, currencies }: ReceiptWorth): void {
  for (const { currency, sum } of negativeDebits) {
    const reduces = currencies.find((one) => one.currency === currency)?.reduces ?? '0'
    if (compareDecimals(readPlain(sum), readPlain(reduces)) < 0) {
      throw contradiction('Its debits below zero come to more than all that is taken off in their currency.')
    }
  }
}

const eventsOf = (all: readonly { events: string }[]) => sumOf(all.map(({ events }) => events))
