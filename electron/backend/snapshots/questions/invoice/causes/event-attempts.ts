// Causes of which events were taken: by type, by sign, repeats, late ones, those whose number is a text.
import { type Decimal, plus, times, ZERO } from '../../../../../../shared/exact/decimal.ts'
import { countWords, grouped } from '../../../../../../shared/exact/grouped-digits.ts'
import type { Attempt } from './attempt.ts'
import { negated, shownMoney } from './figures.ts'
import { between, type LineCase, type Timed } from './line-case.ts'
import type { LineReckoner } from './line-reckoner.ts'

export function* eventAttempts(line: LineCase, reckoner: LineReckoner): Generator<Attempt> {
  yield* oneType(reckoner)
  yield* without(reckoner, {
    code: 'repeats-left-out',
    words: 'repeats left out',
    isLeftOut: ({ mayRepeat }) => mayRepeat,
    named: ['event that may be a repeat', 'events that may be repeats'],
  })
  yield* without(reckoner, {
    code: 'late-left-out',
    words: 'late events left out',
    isLeftOut: ({ isLate }) => isLate === true,
    named: ['event that came after the month was closed', 'events that came after the month was closed'],
  })
  yield* signReversed(line, reckoner)
  yield* textsRead(line, reckoner)
}

function* oneType(reckoner: LineReckoner): Generator<Attempt> {
  const sides: { words: string; takes: string; isTaken: (event: Timed) => boolean }[] = [
    { words: 'debits only', takes: 'debits', isTaken: ({ type }) => type === 'debit' },
    { words: 'credits only', takes: 'credits', isTaken: ({ type }) => type === 'credit' },
    { words: 'charges only', takes: 'events that charge', isTaken: ({ bin }) => bin === 'charged' },
    { words: 'reductions only', takes: 'events that reduce', isTaken: ({ bin }) => bin === 'reduces' },
  ]
  const events = reckoner.parts.flat()
  const tried: (readonly Timed[])[] = [events]
  for (const { words, takes, isTaken } of sides) {
    const taken = events.filter(isTaken)
    // Debits are mostly what charges, and one side may be all there is.
    if (taken.length === 0 || tried.some((known) => isSame(known, taken))) continue
    tried.push(taken)
    const parts = reckoner.parts.map((part) => part.filter(isTaken))
    yield {
      code: 'one-type',
      words,
      says: () => `Only ${takes}, ${grouped(taken.length)} of ${countWords(events.length, 'event')}`,
      figures: reckoner.figures(parts),
      parts,
    }
  }
}

const isSame = (a: readonly Timed[], b: readonly Timed[]) =>
  a.length === b.length && a.every((event, at) => event === b[at])

interface LeftOut {
  code: 'repeats-left-out' | 'late-left-out'
  words: string
  isLeftOut: (event: Timed) => boolean
  named: [one: string, many: string]
}

function* without(reckoner: LineReckoner, { code, words, isLeftOut, named }: LeftOut): Generator<Attempt> {
  const { parts } = reckoner
  const left = parts.map((part) => part.filter((event) => !isLeftOut(event)))
  const count = parts.flat().length - left.flat().length
  if (count === 0) return
  yield {
    code,
    words,
    says: () => `Without ${countWords(count, ...named)}`,
    figures: reckoner.figures(left),
    parts: left,
  }
}

function* signReversed(line: LineCase, reckoner: LineReckoner): Generator<Attempt> {
  const { parts } = reckoner
  const reducing = parts.flat().filter(({ bin }) => bin === 'reduces')
  if (reducing.length === 0) return
  const taken = reducing.reduce((sum, { worth }) => (worth === null ? sum : plus(sum, worth)), ZERO)
  const what = countWords(reducing.length, 'event that reduces', 'events that reduce')
  yield {
    code: 'sign-reversed',
    words: 'reductions added',
    says: () => `${what}, ${shownMoney(taken, line.line.currency)} together, added in place of taken off`,
    figures: reckoner.figures(
      parts.map((part) => part.map((event) => (event.bin === 'reduces' ? turned(event) : event))),
    ),
    isOneByWorth: true,
  }
}

const turned = (event: Timed): Timed => ({
  ...event,
  quantity: event.quantity && negated(event.quantity),
  worth: event.worth && negated(event.worth),
  effect: 'as-sent',
})

function* textsRead(line: LineCase, reckoner: LineReckoner): Generator<Attempt> {
  const { single, isOfMonth } = reckoner
  const texts = between(line.events.filter(isText), line.period)
  if (texts.length === 0) return
  const read: Timed[] = []
  for (const event of texts) {
    const price: Decimal | null = isOfMonth ? null : (event.price ?? single)
    if (!isOfMonth && price === null) return
    const worth = price && times(event.textQuantity, price)
    read.push({ ...event, bin: 'charged', quantity: event.textQuantity, worth })
  }
  const count = countWords(texts.length, 'text', 'texts')
  const parts = reckoner.within(line.period, line.zone, read)
  yield {
    code: 'texts-read',
    words: 'texts read as numbers',
    says: () => `With ${count} read as ${texts.length === 1 ? 'a number' : 'numbers'}`,
    figures: reckoner.figures(parts),
    parts,
  }
}

type Text = Timed & { textQuantity: Decimal }

const isText = (event: LineCase['events'][number]): event is Text =>
  event.at !== null && event.bin === 'number-missing' && event.textQuantity != null
