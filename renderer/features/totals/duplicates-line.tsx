// One line on what may be in the snapshot twice, with the way to "Checks".
import { useMemo } from 'react'
import { isRequestName, type PropertyMeanings } from '../../../shared/property-meanings.ts'
import { readLegitimateMarks } from '../../../shared/remembered-answers.ts'
import type { DuplicatesAnswer, DuplicatesQuestion } from '../../../shared/snapshot-checks.ts'
import type { Scope } from '../../../shared/snapshot-condition.ts'
import type { TotalsQuestion } from '../../../shared/snapshot-totals.ts'
import { countWords, groupedDigits } from '../../ui/grouped-digits.ts'
import { unitWords } from './totals-lines.ts'
import { Link, Notice } from './totals-notices.tsx'
import { useAsked } from './use-asked.ts'
import { useRemembered } from './use-remembered.ts'

interface DuplicatesLineProps {
  snapshotId: string
  connectionId: string
  scope: Scope
  question: TotalsQuestion
  names: readonly string[]
  meanings: PropertyMeanings
  /** Absent where there is no such tab. */
  onOpenChecks: (() => void) | undefined
}

export function DuplicatesLine(props: DuplicatesLineProps) {
  const { snapshotId, connectionId, scope, question, names, meanings, onOpenChecks } = props
  const [marks] = useRemembered(connectionId, 'legitimate-duplicates', readLegitimateMarks)
  const ignored = useMemo(() => requestNames(names, meanings), [names, meanings])
  const asked: DuplicatesQuestion | null =
    marks === null
      ? null
      : {
          ask: 'duplicates',
          scope,
          windowSeconds: 60,
          ignored,
          measure: question.measure,
          units: question.units,
          legitimate: marks,
          offset: 0,
          limit: 1,
        }
  const { latest } = useAsked(snapshotId, asked)
  const words = latest && duplicateWords(latest.answer)
  if (words === null) return null
  return <Notice action={onOpenChecks && <Link onClick={onOpenChecks}>Open Checks</Link>}>{words}</Notice>
}

/** Properties that differ between two sendings of one event: said to be so, or told by their names. */
function requestNames(names: readonly string[], meanings: PropertyMeanings): string[] {
  const said = new Map(meanings.map(({ name, meaning }) => [name, meaning]))
  const found = new Set([...meanings.map(({ name }) => name), ...names])
  return [...found]
    .filter((name) => {
      const meaning = said.get(name)
      return meaning === undefined ? isRequestName(name) : meaning === 'request-identifier'
    })
    .slice(0, 50)
}

/** "2 groups may be duplicates. If one of each is right: 1,249.00 EUR too much."; null where there are none. */
function duplicateWords({ groupCount, marked, tooMuch }: Pick<DuplicatesAnswer, 'groupCount' | 'marked' | 'tooMuch'>) {
  const groups = groupCount - marked
  if (groups <= 0) return null
  const amounts = tooMuch.flatMap(({ sign, units, amount }) => {
    if (amount === null) return []
    const unit = unitWords(units)
    return [
      `${groupedDigits(amount)}${unit === null ? '' : ` ${unit}`}${sign === 'debit' ? '' : ` of ${sign === 'credit' ? 'credits' : 'what is neither'}`}`,
    ]
  })
  const shown = amounts.slice(0, 3).join(', ')
  const more = amounts.length > 3 ? `, +${amounts.length - 3} more` : ''
  return [
    `${countWords(groups, 'group')} may be duplicates.`,
    ...(amounts.length === 0 ? [] : [`If one of each is right: ${shown}${more} too much.`]),
    'Genuine events can look like this.',
  ].join(' ')
}
