// Causes of which events were taken: by type, by sign, repeats, late ones, those whose number is a text.
import { type Decimal, plus, times, ZERO } from '../../../../../../shared/exact/decimal.ts'
import { countWords, grouped } from '../../../../../../shared/exact/grouped-digits.ts'
import type { Attempt } from './attempt.ts'
import { negated, shownMoney } from './figures.ts'
import { between, type LineCase, type Timed } from './line-case.ts'
import type { LineReckoner } from './line-reckoner.ts'

export function* eventAttempts(line: LineCase, reckoner: LineReckoner): Generator<Attempt> {
  yield* takenOnly(reckoner)
  yield* signReversed(line, reckoner)
  yield* textsRead(line, reckoner)
}

interface Taking extends Pick<Attempt, 'code' | 'words'> {
  isTaken: (event: Timed) => boolean
  /** @param taken so many events of all */
  says: (taken: number, all: number) => string
}

const only = (takes: string) => (taken: number, all: number) =>
  `Only ${takes}, ${grouped(taken)} of ${countWords(all, 'event')}`
const without = (one: string, many: string) => (taken: number, all: number) =>
  `Without ${countWords(all - taken, one, many)}`

/** Which events alone may have been taken. */
const TAKINGS: readonly Taking[] = [
  { code: 'one-type', words: 'debits only', isTaken: ({ type }) => type === 'debit', says: only('debits') },
  { code: 'one-type', words: 'credits only', isTaken: ({ type }) => type === 'credit', says: only('credits') },
  {
    code: 'one-type',
    words: 'charges only',
    isTaken: ({ bin }) => bin === 'charged',
    says: only('events that charge'),
  },
  {
    code: 'one-type',
    words: 'reductions only',
    isTaken: ({ bin }) => bin === 'reduces',
    says: only('events that reduce'),
  },
  {
    code: 'repeats-left-out',
    words: 'repeats left out',
    isTaken: ({ mayRepeat }) => !mayRepeat,
    says: without('event that may be a repeat', 'events that may be repeats'),
  },
  {
    code: 'late-left-out',
    words: 'late events left out',
    isTaken: ({ isLate }) => isLate !== true,
    says: without('event that came after the month was closed', 'events that came after the month was closed'),
  },
]

function* takenOnly(reckoner: LineReckoner): Generator<Attempt> {
  const events = reckoner.parts.flat()
  const ofTypes: (readonly Timed[])[] = []
  for (const { code, words, isTaken, says } of TAKINGS) {
    const taken = events.filter(isTaken)
    if (taken.length === events.length) continue
    if (code === 'one-type') {
      // Debits are mostly what charges, and one side may be all there is.
      if (taken.length === 0 || ofTypes.some((known) => isSame(known, taken))) continue
      ofTypes.push(taken)
    }
    const parts = reckoner.parts.map((part) => part.filter(isTaken))
    yield { code, words, says: () => says(taken.length, events.length), figures: reckoner.figures(parts), parts }
  }
}

const isSame = (a: readonly Timed[], b: readonly Timed[]) =>
  a.length === b.length && a.every((event, at) => event === b[at])

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
