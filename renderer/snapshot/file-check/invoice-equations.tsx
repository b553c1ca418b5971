// The equation of an invoice: its usage lines less what events are worth is what differs less what is on no line. Each
// figure is a way to its lines.

import { Stack } from '@mantine/core'
import { Fragment } from 'react'
import { compareDecimals, plus, readPlain, ZERO } from '../../../shared/exact/decimal.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { InvoiceEquation, InvoiceLine } from '../../../shared/snapshot/snapshot-invoice.ts'
import { WITHOUT_RULE } from '../../../shared/worth/worth.ts'
import common from '../../ui/common.module.css'
import { LinkButton } from '../../ui/link-button.tsx'
import { currencyWords, drawnMoney, signedMoney } from '../../worth/money-words.ts'
import styles from './file-check.module.css'
import { ADDS_UP } from './file-words.ts'

/** A figure leads there. */
export type EquationPlace = { of: 'usage' | 'differing' | 'unbilled' } | { of: 'line'; at: number }

interface EquationsProps {
  equation: readonly InvoiceEquation[]
  /** All lines that differ, where they are few; null: too many to stand one by one. */
  differing: readonly InvoiceLine[] | null
  onPlace: (place: EquationPlace) => void
}

export function InvoiceEquations({ equation, differing, onPlace }: EquationsProps) {
  return (
    <Stack component="section" gap={6} px={16} py={14} aria-label={ADDS_UP}>
      <h3 className={common.cardTitle}>{ADDS_UP}</h3>
      {equation.length === 0 && <p className={common.hint}>{OF_NOTHING}</p>}
      {equation.map((one) => (
        <div
          key={one.currency ?? ''}
          data-equation={one.currency ?? ''}
          data-value={one.difference}
          data-holds={one.holds}
        >
          <p className={`${common.dim} ${common.numbers} ${styles.equation}`} hidden={isOfNothing(one)}>
            {equation.length > 1 && (
              <span className={`${common.small} ${common.medium} ${styles.currency}`}>
                {currencyWords(one.currency)}
              </span>
            )}
            {termsOf(one, differing).map((term) => (
              <Fragment key={term.name}>
                {term.sign !== '' && <span className={styles.sign}> {term.sign} </span>}
                {term.place === null ? (
                  <b data-total={term.name === 'difference' || undefined}>{term.figure}</b>
                ) : (
                  <LinkButton
                    quiet
                    title={titleOf(term.place)}
                    aria-label={`${term.figure}. ${titleOf(term.place)}`}
                    onClick={() => term.place !== null && onPlace(term.place)}
                  >
                    {term.figure}
                  </LinkButton>
                )}
                {term.words !== '' && <span> {term.words}</span>}
              </Fragment>
            ))}
          </p>
          <p className={common.hint}>
            {isOfNothing(one) && `${OF_NOTHING} `}
            {!one.holds && <span className={`${common.danger} ${common.strong}`}>Its parts do not add up to it. </span>}
            {besidesWords(one)}
          </p>
        </div>
      ))}
    </Stack>
  )
}

function titleOf(place: EquationPlace): string {
  switch (place.of) {
    case 'usage':
      return 'Show all lines'
    case 'differing':
      return 'Show the lines that differ'
    case 'line':
      return 'Explain this line'
    case 'unbilled':
      return 'Show what is on no line'
  }
}

interface Term {
  name: string
  sign: '' | '+' | '−' | '='
  figure: string
  words: string
  place: EquationPlace | null
}

const isZero = (text: string) => readPlain(text).digits === 0n
/** Nothing is held against events in this currency. */
const isOfNothing = ({ usage, worth }: InvoiceEquation) => isZero(usage) && isZero(worth)
const isLess = (text: string) => text.startsWith('-')
const size = (text: string) => text.replace(/^-/, '')

/** "13,736.00 usage lines − 13,782.00 events = −46.00 = 3.00 + 135.00 + 16.00 charged too much − 200.00 not billed". */
function termsOf(one: InvoiceEquation, differing: readonly InvoiceLine[] | null): Term[] {
  const { currency, usage, worth, difference, tooMuch, tooLittle, notBilled } = one
  const money = (text: string) => drawnMoney(text, currency)
  const terms: Term[] = [
    { name: 'usage', sign: '', figure: money(usage), words: 'usage lines', place: { of: 'usage' } },
    {
      name: 'worth',
      sign: isLess(worth) ? '+' : '−',
      figure: money(size(worth)),
      words: 'events',
      place: { of: 'usage' },
    },
    { name: 'difference', sign: '=', figure: money(difference), words: '', place: null },
  ]
  const parts: { name: string; value: string; words: string; place: EquationPlace }[] = []
  const ofCurrency = (differing ?? []).flatMap(({ at, currency: own, difference: value }) =>
    own === currency && value !== null ? [{ at, value }] : [],
  )
  for (const [name, side, words, isOnSide] of [
    ['too much', tooMuch, 'charged too much', (text: string) => !isLess(text)],
    ['too little', tooLittle, 'charged too little', isLess],
  ] as const) {
    if (isZero(side.sum)) continue
    const lines = ofCurrency.filter(({ value }) => !isZero(value) && isOnSide(value))
    const sum = lines.map(({ value }) => readPlain(value)).reduce(plus, ZERO)
    // One by one only where they are all of it; the words stand behind the last.
    if (lines.length > 0 && compareDecimals(sum, readPlain(side.sum)) === 0) {
      for (const { at, value } of lines)
        parts.push({
          name: `line ${at}`,
          value,
          words: at === lines.at(-1)?.at ? words : '',
          place: { of: 'line', at },
        })
    } else parts.push({ name, value: side.sum, words, place: { of: 'differing' } })
  }
  if (!isZero(notBilled.sum))
    parts.push({ name: 'not billed', value: notBilled.sum, words: 'not billed', place: { of: 'unbilled' } })
  return [
    ...terms,
    ...parts.map(({ value, ...part }, at): Term => {
      const figure = money(size(value))
      const minus = isLess(value) ? '−' : ''
      return at > 0 ? { ...part, sign: minus || '+', figure } : { ...part, sign: '=', figure: `${minus}${figure}` }
    }),
  ]
}

/** Says what is in none of these sums. */
function besidesWords({ currency, inDoubt, notFromEvents, noRule, notCovered }: InvoiceEquation): string {
  const money = (text: string) => drawnMoney(text, currency)
  const parts = [
    ...(isZero(inDoubt) ? [] : [`${money(inDoubt)} possibly charged twice on lines that agree`]),
    ...(
      [
        [notFromEvents, 'of fees, discounts or tax'],
        [noRule, WITHOUT_RULE],
        [notCovered, 'not covered'],
      ] as const
    ).flatMap(([{ lines, sum }, words]) =>
      lines === 0
        ? []
        : [`${sum === null ? 'a sum that is not known' : money(sum)} in ${countWords(lines, 'line')} ${words}`],
    ),
  ]
  return parts.length === 0 ? '' : `Besides: ${parts.join(', ')}.`
}

/** The same as one text, as it stands under copies. @param differing as it is drawn by */
export function equationWords(one: InvoiceEquation, differing: readonly InvoiceLine[] | null = null): string {
  return termsOf(one, differing)
    .map(({ name, sign, figure, words }) => {
      const text = name === 'difference' ? signedMoney(one.difference, one.currency) : figure
      return `${sign === '' ? '' : ` ${sign} `}${text}${words === '' ? '' : ` ${words}`}`
    })
    .join('')
}

const OF_NOTHING = 'No line is compared with events.'

/** All of it as lines of text, as on paper. */
export function equationSentences(
  equation: readonly InvoiceEquation[],
  differing: readonly InvoiceLine[] | null,
): string[] {
  if (equation.length === 0) return [OF_NOTHING]
  return equation.flatMap((one) => {
    const currency = equation.length > 1 ? `${currencyWords(one.currency)}: ` : ''
    const aside = [
      isOfNothing(one) ? OF_NOTHING : '',
      one.holds ? '' : 'Its parts do not add up to it.',
      besidesWords(one),
    ].filter((words) => words !== '')
    return [
      ...(isOfNothing(one) ? [] : [`${currency}${equationWords(one, differing)}`]),
      ...(aside.length === 0 ? [] : [aside.join(' ')]),
    ]
  })
}
