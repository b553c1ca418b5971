// What all groups come to, a card a currency or unit: the difference first, then both sides and what it comes from.

import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { alignedFigure, NO_FIGURE, withSign } from '../../ui/figure-text.ts'
import { drawnMoney, signedMoney, unitWords } from '../../worth/money-words.ts'
import styles from './comparison.module.css'
import type { ComparedGroups } from './group-lines.ts'

interface GroupsTogetherProps {
  groups: ComparedGroups
  isOfMoney: boolean
}

/** More are in the table. */
const MOST_CARDS = 6

export function GroupsTogether({ groups, isOfMoney }: GroupsTogetherProps) {
  const all = groups.blocks.flatMap((block) => block.all ?? [])
  if (all.length === 0) return null
  return (
    <div className={styles.outcomes}>
      {all.slice(0, MOST_CARDS).map(({ line, there, here, difference, percent, split }) => {
        const currency = isOfMoney ? (line.units[0] ?? null) : null
        const drawn = (exact: string | null) =>
          exact === null ? NO_FIGURE : isOfMoney ? drawnMoney(exact, currency) : alignedFigure(exact, 0)
        const signed = (exact: string) => (isOfMoney ? signedMoney(exact, currency) : withSign(alignedFigure(exact, 0)))
        const unit = shortened(unitWords(line.units) ?? (line.units.length === 0 ? '' : 'not known'), 20)
        return (
          <div key={JSON.stringify(line.units)} className={styles.card} data-together={JSON.stringify(line.units)}>
            <h4 className={common.cardTitle}>{['All', ...(unit === '' ? [] : [unit])].join(', ')}</h4>
            <p className={styles.count} data-value={difference ?? ''}>
              {difference === null ? NO_FIGURE : signed(difference)}{' '}
              <span className={`${common.hint} ${styles.unit}`}>{unit}</span>
            </p>
            <p className={styles.money}>
              {drawn(there)} → {drawn(here)}
              {percent !== null && ` (${withSign(percent)}%)`}
            </p>
            {split !== null && (
              <p className={styles.money}>
                Volume {signed(split.volume)}, price {signed(split.price)}
                {/[1-9]/.test(split.rest) && `, neither ${signed(split.rest)}`}
              </p>
            )}
          </div>
        )
      })}
      {all.length > MOST_CARDS && <p className={common.hint}>and {all.length - MOST_CARDS} more in the table</p>}
    </div>
  )
}
