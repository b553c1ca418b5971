// All groups of two snapshots come to this, on cards above their table.
import { type ComparedColumns, type ComparedGroups, notInSides } from '../../../shared/figures/comparison.ts'
import { unitWords } from '../../../shared/figures/line-words.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { alignedFigure, figureText, NO_FIGURE, withSign } from '../../ui/figure-text.ts'
import { drawnMoney, signedMoney } from '../../worth/money-words.ts'
import styles from './comparison.module.css'

interface GroupsTogetherProps {
  groups: ComparedGroups
  columns: Pick<ComparedColumns, 'before' | 'after'>
  /** Whether the figures are money: then a line without a currency has none. */
  isOfMoney: boolean
}

/** The table has the rest. */
const MOST_CARDS = 6

/**
 * Shows what all groups come to, on a card for each currency or unit: the difference first, then both sides, and the
 * volume and price that it comes from.
 */
export function GroupsTogether({ groups, isOfMoney, columns: names }: GroupsTogetherProps) {
  const all = groups.blocks.flatMap((block) => block.all ?? [])
  if (all.length === 0) return null
  return (
    <div className={`${common.columns} ${styles.outcomes}`}>
      {all.slice(0, MOST_CARDS).map(({ line, there, here, difference, percent, split }) => {
        const currency = isOfMoney ? (line.units[0] ?? null) : null
        const drawn = (exact: string | null) =>
          exact === null ? NO_FIGURE : isOfMoney ? drawnMoney(exact, currency) : alignedFigure(exact, 0)
        const signed = (exact: string) => (isOfMoney ? signedMoney(exact, currency) : withSign(alignedFigure(exact, 0)))
        // No words: either nothing tells units apart here, or these are the events of which none is set.
        const unit = shortened(unitWords(line.units) ?? (line.units.length === 0 ? '' : 'not set'), 20)
        /** The events whose money is in neither figure, "before 2 without an amount"; null: all are in them. */
        const leftOut = notInSides(line, names)
        return (
          <div key={JSON.stringify(line.units)} className={common.card} data-together={JSON.stringify(line.units)}>
            <h4 className={common.cardTitle}>{['All', ...(unit === '' ? [] : [unit])].join(', ')}</h4>
            <p className={common.sum} data-value={difference ?? ''}>
              {difference === null ? NO_FIGURE : signed(difference)}{' '}
              <span className={common.hint} style={{ fontWeight: 400 }}>
                {unit}
              </span>
            </p>
            <p className={`${common.small} ${common.numbers} ${common.wrapped}`}>
              {drawn(there)} → {drawn(here)}
              {percent !== null && ` (${withSign(figureText(percent, 2))}%)`}
            </p>
            {leftOut !== null && (
              <p className={common.hint} data-without>
                {leftOut}
              </p>
            )}
            {split !== null && (
              <p className={`${common.small} ${common.numbers} ${common.wrapped}`}>
                Volume {signed(split.volume)}, price {signed(split.price)}
                {/[1-9]/.test(split.rest) && `, other ${signed(split.rest)}`}
              </p>
            )}
          </div>
        )
      })}
      {all.length > MOST_CARDS && <p className={common.hint}>and {all.length - MOST_CARDS} more in the table</p>}
    </div>
  )
}
