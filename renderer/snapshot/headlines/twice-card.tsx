// "Possibly charged twice" and "Possibly credited twice", by what makes it likely, and never one less the other.
import type { TwiceFigure } from '../../../shared/snapshot/snapshot-worth.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { drawnMoney, opposite } from '../../worth/money-words.ts'
import { twiceWords } from './headline-words.ts'
import styles from './headlines.module.css'

interface TwiceCardProps {
  charged: readonly TwiceFigure[]
  credited: readonly TwiceFigure[]
  onShow: (figure: TwiceFigure) => void
}

interface Shown {
  headline: 'charged-twice' | 'credited-twice'
  title: string
  figure: TwiceFigure
  sums: { currency: string | null; sum: string }[]
}

/** Currencies of which a figure is drawn. */
const MOST_SUMS = 6

/** Draws nothing where nothing came twice. */
export function TwiceCard({ charged, credited, onShow }: TwiceCardProps) {
  const all: Shown[] = [
    ...charged.map((figure): Shown => {
      return { headline: 'charged-twice', title: 'Possibly charged twice', figure, sums: figure.sums }
    }),
    ...credited.map((figure): Shown => {
      const sums = figure.sums.map(({ currency, sum }) => ({ currency, sum: opposite(sum) }))
      return { headline: 'credited-twice', title: 'Possibly credited twice', figure, sums }
    }),
  ]
  const [first, ...rest] = all
  if (first === undefined) return null
  return (
    <div className={common.card}>
      <h3 className={common.cardTitle}>{first.title}</h3>
      <p className={styles.figures}>
        <Sums shown={first} />
      </p>
      <p className={common.hint}>
        <Events shown={first} onShow={onShow} />
      </p>
      {rest.map((shown) => (
        <p key={`${shown.headline} ${shown.figure.evidence}`} className={common.hint}>
          {shown.title}: <Sums shown={shown} /> · <Events shown={shown} onShow={onShow} />
        </p>
      ))}
    </div>
  )
}

function Sums({ shown: { headline, figure, sums } }: { shown: Shown }) {
  if (sums.length === 0) return <span className={styles.figure}>–</span>
  return sums.slice(0, MOST_SUMS).map(({ currency, sum }) => (
    <span
      key={currency ?? ''}
      className={styles.figure}
      data-headline={headline}
      data-evidence={figure.evidence}
      data-currency={currency ?? undefined}
      data-value={moneyText(sum, currency)}
    >
      <b>{drawnMoney(sum, currency)}</b> {currency === null ? '' : shortened(currency, 20)}
    </span>
  ))
}

function Events({ shown: { figure, title }, onShow }: { shown: Shown; onShow: (figure: TwiceFigure) => void }) {
  return (
    <>
      {twiceWords(figure)}
      {figure.rows.length === figure.events && (
        <>
          {' · '}
          <LinkButton
            tone="accent"
            quiet
            aria-label={`Show: ${title}, ${twiceWords(figure)}`}
            onClick={() => onShow(figure)}
          >
            Show
          </LinkButton>
        </>
      )}
    </>
  )
}
