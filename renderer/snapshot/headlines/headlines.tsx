// The headlines of "Totals": what the events are worth by your price rules, what stands behind it, and what may have
// come twice.
import { Button, Group } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { codeWords, notInCell } from '../../../shared/figures/line-words.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { DuplicateFigure, NamedRows, WorthAnswer } from '../../../shared/snapshot/snapshot-worth.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { notInOtherSums, notInSumOf } from '../../../shared/worth/not-in-sum.ts'
import { BY_PRICE_RULES, noRuleWords } from '../../../shared/worth/worth.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { drawnMoney, moneyInWords, opposite } from '../../worth/money-words.ts'
import { SAY_WORTH } from '../../worth/use-rules.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import {
  CHARGED_LESS,
  duplicatesWords,
  INVOICE_ROUNDING,
  moneyKindWords,
  nettedTitle,
  notValuedWords,
  taxWords,
  type Valued,
} from './headline-words.ts'
import styles from './headlines.module.css'

interface HeadlinesProps {
  /** Null until it is known, or where it cannot be. */
  answer: WorthAnswer | null
  isBusy: boolean
  /** Why the kept rules cannot be read; empty where they can. */
  problems: readonly string[]
  /** "All 3,220 events that the service returned". */
  ofWhat: string
  onRules: () => void
  onShowEvents: (scope: Scope) => void
  /** Further cards. */
  children?: ReactNode
}

/** Currencies of which figures are drawn; more are said. */
const MOST_FIGURES = 6

export function Headlines({ answer, isBusy, problems, ofWhat, onRules, onShowEvents, children }: HeadlinesProps) {
  if (answer === null) return isBusy ? <Calculating /> : null
  if (answer.kind === 'no-rules') return null
  const show = (rows: readonly number[]) => onShowEvents(scopeOfRows(rows))
  const why = noRuleWords(answer)
  return (
    <section aria-label="Headlines" aria-busy={isBusy} className={styles.headlines}>
      <Worth answer={answer} ofWhat={ofWhat} isNetted={why === null} onShow={show}>
        {(why !== null || problems.length > 0) && (
          <Group component="p" gap="4px 12px" mt={8} className={common.small ?? ''}>
            {problems.length > 0
              ? 'The price rules kept for this connection cannot be read, so there is no total.'
              : `No total: ${why}.`}{' '}
            <Button variant="default" size="compact-sm" onClick={onRules}>
              {SAY_WORTH}
            </Button>
          </Group>
        )}
      </Worth>
      <DuplicatesCard charged={answer.charged} credited={answer.credited} onShow={show} />
      {children}
    </section>
  )
}

interface WorthCardProps {
  answer: Valued
  ofWhat: string
  isNetted: boolean
  onShow: (rows: readonly number[]) => void
  /** Why nothing is netted, and what to do about it. */
  children: ReactNode
}

/** The figures, and what is not in them; how they are rounded and of which events they are stands behind "Details". */
function Worth({ answer, ofWhat, isNetted, onShow, children }: WorthCardProps) {
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const Arrow = isOpen ? IconChevronUp : IconChevronDown
  return (
    <div className={common.card}>
      <Group wrap="nowrap" align="baseline" justify="space-between" gap={12} className={styles.head ?? ''}>
        <h3 className={common.cardTitle}>{isNetted ? nettedTitle(answer) : 'Debit and credit of these events'}</h3>
        <LinkButton tone="dim" quiet aria-expanded={isOpen} aria-controls={detailsId} onClick={() => setOpen(!isOpen)}>
          Details <Arrow size={13} stroke={1.7} aria-hidden />
        </LinkButton>
      </Group>
      {isNetted ? <Netted answer={answer} onShow={onShow} /> : <Apart answer={answer} />}
      {children}
      {/* They are in the document whether it is open or not: what is in each money kind is asked of its attributes. */}
      <div id={detailsId} hidden={!isOpen} className={styles.details}>
        {answer.invoiced.length > 0 && <Invoiced {...answer} />}
        <p className={common.hint}>
          {ofWhat}
          {isNetted && answer.currencies.length > 0 ? (
            <>, before fees, discounts, tax and payments, which events do not hold; {taxWords(answer.currencies)}. </>
          ) : (
            '. '
          )}
          <MoneyKinds answer={answer} onShow={({ rows }) => onShow(rows)} />
          {answer.notValued.map((one) => (
            <span key={one.why}>, {notValuedWords(one)}</span>
          ))}
        </p>
      </div>
    </div>
  )
}

/** It stands in the place of the cards: what stands below does not move from under the pointer when they arrive. */
function Calculating() {
  return (
    <div className={styles.headlines} aria-busy>
      <div className={common.card}>
        <h3 className={common.cardTitle}>{CHARGED_LESS}</h3>
        <p className={common.hint}>Calculating…</p>
      </div>
    </div>
  )
}

function Netted({ answer, onShow }: Pick<WorthCardProps, 'answer' | 'onShow'>) {
  const { currencies, otherCurrencies, quantities, otherQuantities, notInSums } = answer
  const isMoney = currencies.length > 0
  const more = isMoney
    ? currencies.length - MOST_FIGURES + otherCurrencies
    : quantities.length - MOST_FIGURES + otherQuantities
  const [one, many] = isMoney ? ['more currency', 'more currencies'] : ['more quantity', 'more quantities']
  const lacking = currencies.slice(0, MOST_FIGURES).flatMap(({ currency }) => {
    const words = notInSumOf(notInSums, currency)
    return words === null ? [] : [`${currency === null ? 'currency not set' : shortened(currency, 20)} ${words}`]
  })
  // "Show them" stands once, behind the last of these words: of all currencies together, where all rows are named.
  const missing = answer.moneyKinds.find(({ moneyKind }) => moneyKind === 'number-missing')
  const isShown = missing !== undefined && missing.events > 0 && missing.rows.length === missing.events
  return (
    <>
      <p className={styles.figures}>
        {currencies.slice(0, MOST_FIGURES).map(({ currency, net }) => (
          <Money
            key={currency ?? ''}
            currency={currency}
            sum={net ?? '0'}
            none="currency not set"
            data-headline="net"
          />
        ))}
        {!isMoney &&
          quantities.slice(0, MOST_FIGURES).map(({ eventCode, unit, by, property, quantity }) => (
            <span
              key={JSON.stringify([eventCode, unit, by, property])}
              className={`${common.hint} ${common.wrapped} ${styles.figure}`}
            >
              <b>{drawnMoney(quantity, null)}</b> {shortened([unit, eventCode].filter(Boolean).join(' of '), 40)}
            </span>
          ))}
        {!isMoney && quantities.length === 0 && (
          <span className={`${common.hint} ${common.wrapped} ${styles.figure}`}>–</span>
        )}
        {more > 0 && <span className={common.hint}>and {countWords(more, one, many)}</span>}
      </p>
      {lacking.map((words, at) => (
        <p key={words}>
          <Without words={at === lacking.length - 1 && isShown ? `${words}.` : words} />
          {at === lacking.length - 1 && isShown && (
            <>
              {' '}
              <LinkButton
                className={common.small}
                tone="accent"
                quiet
                aria-label={`Show them: ${moneyKindWords('number-missing', missing.events, notInSums)}`}
                onClick={() => onShow(missing.rows)}
              >
                Show them
              </LinkButton>
            </>
          )}
        </p>
      ))}
    </>
  )
}

interface MoneyProps {
  currency: string | null
  /** It says what is not in it; absent or null: nothing. */
  without?: string | null
  /** A plain decimal. */
  sum: string
  /** This is what stands in place of a currency that is not known. */
  none: string
  'data-headline': string
  'data-evidence'?: string
}

function Money({ currency, sum, none, without = null, ...data }: MoneyProps) {
  return (
    <span
      className={`${common.hint} ${common.wrapped} ${styles.figure}`}
      {...data}
      data-currency={currency ?? undefined}
      data-value={moneyText(sum, currency)}
    >
      <b>{drawnMoney(sum, currency)}</b> {currency === null ? none : shortened(currency, 20)}
      <Without words={without} />
    </span>
  )
}

const Without = ({ words, isOwnLine = false }: { words: string | null; isOwnLine?: boolean }) =>
  words !== null && (
    <span
      className={`${common.warning} ${common.small} ${styles.without}`}
      data-without
      data-line={isOwnLine || undefined}
    >
      {' '}
      {words}
    </span>
  )

/** The sums that an invoice would say, by currency. */
function Invoiced({ invoiced, notInSums }: Pick<Valued, 'invoiced' | 'notInSums'>) {
  return (
    <p className={common.hint}>
      {INVOICE_ROUNDING}:{' '}
      {invoiced.slice(0, MOST_FIGURES).map(({ currency, sum }, at) => (
        <span key={currency} data-invoiced={currency} data-value={sum}>
          {at > 0 && ', '}
          {moneyInWords(sum, currency)}
          <Without words={notInSumOf(notInSums, currency)} />
        </span>
      ))}
    </p>
  )
}

const SIDES = ['debit', 'credit', 'neither'] as const

/** Debit and credit beside each other: by the rules where there are any, and as sent where there is none. */
function Apart({ answer: { currencies, apart, notInSums } }: { answer: Valued }) {
  const lacking = apart.slice(0, MOST_FIGURES).flatMap(({ units, code, total }) => {
    const known = units.filter((one) => one !== null).join(' · ')
    const words = notInCell(total)
    const of = known === '' ? (codeWords(code) ?? 'Unit not set') : known
    return words === null ? [] : [`${shortened(of, 60)} ${words}`]
  })
  return (
    <>
      <dl className={styles.apart}>
        {apart.slice(0, MOST_FIGURES).map(({ units, code, total }) => {
          const known = units.filter((one) => one !== null).join(' · ')
          const unit = known === '' ? (codeWords(code) ?? '') : known
          return SIDES.flatMap((side) => {
            const exact = total[side]?.exact ?? null
            if (exact === null) return []
            return [
              <div
                key={`${unit} ${side}`}
                className={`${common.hint} ${common.wrapped} ${styles.figure}`}
                data-apart={side}
                data-value={exact}
              >
                <dt>{side === 'neither' ? 'Other' : side === 'debit' ? 'Debit' : 'Credit'}</dt>
                <dd>
                  <b>{drawnMoney(exact, units[0] ?? null)}</b> {unit === '' ? 'unit not set' : shortened(unit, 60)}
                </dd>
              </div>,
            ]
          })
        })}
        {currencies.slice(0, MOST_FIGURES).map(({ currency, charged, reduces }) => (
          <div key={`by rules ${currency}`} className={`${common.hint} ${common.wrapped} ${styles.figure}`}>
            <dt>{BY_PRICE_RULES}</dt>
            <dd>
              <b>{drawnMoney(charged, currency)}</b> charged, <b>{drawnMoney(reduces, currency)}</b> taken off{' '}
              {currency === null ? '' : shortened(currency, 20)}
              <Without words={notInSumOf(notInSums, currency)} />
            </dd>
          </div>
        ))}
      </dl>
      {lacking.length > 0 && (
        <p className={styles.figures}>
          {lacking.map((words) => (
            <Without key={words} words={words} isOwnLine />
          ))}
        </p>
      )}
      {apart.length > MOST_FIGURES && (
        <p className={common.hint}>and {grouped(apart.length - MOST_FIGURES)} more, in Totals</p>
      )}
    </>
  )
}

function MoneyKinds({
  answer: { moneyKinds, notInSums },
  onShow,
}: {
  answer: Pick<Valued, 'moneyKinds' | 'notInSums'>
  onShow: (rows: NamedRows) => void
}) {
  return moneyKinds
    .filter(({ events }) => events > 0)
    .map((one, at) => {
      const { moneyKind, events, rows } = one
      const data = { 'data-bin': moneyKind, 'data-count': events }
      const words = moneyKindWords(moneyKind, events, notInSums)
      return (
        <span key={moneyKind}>
          {at > 0 && ', '}
          {rows.length === events ? (
            <LinkButton tone="accent" quiet {...data} title={`Show ${grouped(events)}`} onClick={() => onShow(one)}>
              {words}
            </LinkButton>
          ) : (
            <span {...data}>{words}</span>
          )}
        </span>
      )
    })
}

interface DuplicatesCardProps {
  charged: readonly DuplicateFigure[]
  credited: readonly DuplicateFigure[]
  onShow: (rows: readonly number[]) => void
}

interface Shown {
  headline: 'charged-twice' | 'credited-twice'
  title: string
  figure: DuplicateFigure
}

/** It adds up by what makes it likely, and never one less the other. Draws nothing where nothing came twice. */
function DuplicatesCard({ charged, credited, onShow }: DuplicatesCardProps) {
  const all = [
    ...charged.map((figure): Shown => ({ headline: 'charged-twice', title: 'Possibly charged twice', figure })),
    ...credited.map((figure): Shown => ({ headline: 'credited-twice', title: 'Possibly credited twice', figure })),
  ]
  const [first, ...rest] = all
  if (first === undefined) return null
  const rows = all.flatMap(({ figure }) => figure.rows)
  const isWhole = all.every(({ figure }) => figure.rows.length === figure.events)
  const told = all.map(({ title, figure }) => `${title}, ${duplicatesWords(figure)}`).join('; ')
  return (
    <div className={common.card}>
      <h3 className={common.cardTitle}>{first.title}</h3>
      <p className={styles.figures}>
        <Sums shown={first} />
      </p>
      <p className={common.hint}>
        {duplicatesWords(first.figure)}
        {isWhole && (
          <>
            {'. '}
            <LinkButton tone="accent" quiet aria-label={`Show: ${told}`} onClick={() => onShow(rows)}>
              Show
            </LinkButton>
          </>
        )}
      </p>
      {rest.map((shown) => (
        <p key={`${shown.headline} ${shown.figure.evidence}`} className={common.hint}>
          {shown.title}: <Sums shown={shown} />,{' '}
          {shown.figure.evidence === first.figure.evidence
            ? countWords(shown.figure.events, 'event')
            : duplicatesWords(shown.figure)}
        </p>
      ))}
    </div>
  )
}

function Sums({ shown: { headline, figure } }: { shown: Shown }) {
  const { sums, notInSums, evidence } = figure
  const drawn = (sum: string) => (headline === 'credited-twice' ? opposite(sum) : sum)
  return (
    <>
      {sums.length === 0 && <span className={`${common.hint} ${common.wrapped} ${styles.figure}`}>–</span>}
      {sums.slice(0, MOST_FIGURES).map(({ currency, sum }) => (
        <Money
          key={currency ?? ''}
          currency={currency}
          sum={drawn(sum)}
          without={notInSumOf(notInSums, currency)}
          none=""
          data-headline={headline}
          data-evidence={evidence}
        />
      ))}
      {notInOtherSums(notInSums, sums)
        .slice(0, MOST_FIGURES)
        .map((words) => (
          <Without key={words} words={words} />
        ))}
    </>
  )
}
