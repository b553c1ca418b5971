// Notices beside the figures, a line each: values in no sum, amounts that are text, negative credits, possible duplicates.
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { figureScope } from '../../../shared/snapshot/figure-scope.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { type MeasureChoice, type TotalsChoice, withCreditsAnswered, withTextsRead } from './totals-choice.ts'
import type { ShownTotals } from './totals-lines.ts'
import { measuredLabel } from './totals-options.ts'
import styles from './totals-tab.module.css'

interface TotalsNoticesProps {
  shown: ShownTotals
  choice: TotalsChoice
  /** For each measured property, how many events have it as text. */
  texts: readonly { name: string; count: number }[]
  onChoice: (choice: TotalsChoice) => void
  onShowEvents: (scope: Scope) => void
}

export function TotalsNotices({ shown, choice, texts, onChoice, onShowEvents }: TotalsNoticesProps) {
  const { answer, question, measure } = shown
  if (measure.figure === 'count') return null
  const name = measuredLabel(measure.properties)
  const show = (measured: 'without' | 'beyond') => () =>
    onShowEvents(figureScope(question, answer, { line: null, measured }))
  const have = (count: number) => (count === 1 ? 'has' : 'have')
  const are = (count: number) => (count === 1 ? 'is' : 'are')
  return (
    <>
      <Texts measure={measure} choice={choice} texts={texts} onChoice={onChoice} />
      <Credits shown={shown} choice={choice} onChoice={onChoice} />
      {answer.without > 0 && (
        <Notice isWarning action={<LinkButton onClick={show('without')}>Show them</LinkButton>}>
          {countWords(answer.without, 'event')} {have(answer.without)} no numeric {name} and {are(answer.without)} in no
          sum.
        </Notice>
      )}
      {answer.beyond > 0 && (
        <Notice isWarning action={<LinkButton onClick={show('beyond')}>Show them</LinkButton>}>
          {name} has more than 1,000 places in {countWords(answer.beyond, 'event')}, which {are(answer.beyond)} in no
          sum.
        </Notice>
      )}
      {answer.otherColumns > 0 && (
        <Notice>
          {countWords(answer.otherColumns, 'more column')} of the split {are(answer.otherColumns)} not shown; their
          events still count in each line. Split by “nothing” to see all of them in one column.
        </Notice>
      )}
      {answer.lineCount > answer.lines.length && (
        <Notice>
          {grouped(answer.lines.length)} of {grouped(answer.lineCount)} lines are shown. “All” includes every line.
        </Notice>
      )}
    </>
  )
}

interface AskProps {
  choice: TotalsChoice
  onChoice: (choice: TotalsChoice) => void
}

function Texts({
  measure,
  choice,
  texts,
  onChoice,
}: AskProps & { measure: Exclude<MeasureChoice, { figure: 'count' }>; texts: TotalsNoticesProps['texts'] }) {
  const answered = choice.textsAsNumbers.filter(({ name }) => measure.properties.includes(name))
  const open = texts.filter(({ name, count }) => count > 0 && !answered.some((one) => one.name === name))
  const names = open.map(({ name }) => name)
  const read = answered.filter((one) => one.read).map(({ name }) => name)
  return (
    <>
      {open.length > 0 && (
        <Notice
          action={
            <>
              <Button variant="default" onClick={() => onChoice(withTextsRead(choice, names, true))}>
                Read as numbers
              </Button>
              <Button variant="subtle" onClick={() => onChoice(withTextsRead(choice, names, false))}>
                Leave as text
              </Button>
            </>
          }
        >
          {open.map(({ name, count }) => `${name} is text in ${countWords(count, 'event')}.`).join(' ')} Read{' '}
          {open.length === 1 ? 'it' : 'them'} as numbers?
        </Notice>
      )}
      {read.length > 0 && (
        <Notice action={<LinkButton onClick={() => onChoice(withTextsRead(choice, read, null))}>Undo</LinkButton>}>
          Text values of {read.join(' and ')} that are plain decimals are read as numbers here.
        </Notice>
      )}
    </>
  )
}

function Credits({ shown, choice, onChoice }: AskProps & { shown: ShownTotals }) {
  const { answer, measure } = shown
  if (measure.figure !== 'sum' || answer.negativeCredits === 0) return null
  const { properties } = measure
  if (answer.areCreditsMixed) {
    return (
      <Notice isWarning>
        Some credits are negative and others are not, so debit and credit stand apart, without a difference.
      </Notice>
    )
  }
  const answered = (how: 'add' | 'subtract' | null) => () => onChoice(withCreditsAnswered(choice, properties, how))
  if (answer.credits !== null) {
    return (
      <Notice action={<LinkButton onClick={answered(null)}>Ask again</LinkButton>}>
        {countWords(answer.negativeCredits, 'credit is', 'credits are')} negative here;{' '}
        {answer.credits === 'add' ? 'they are added with their sign.' : 'they are subtracted with their sign.'}
      </Notice>
    )
  }
  return (
    <Notice
      isWarning
      action={
        <>
          <Button variant="default" onClick={answered('add')}>
            Add
          </Button>
          <Button variant="default" onClick={answered('subtract')}>
            Subtract
          </Button>
        </>
      }
    >
      Credits are negative here. Add them, or subtract them?
    </Notice>
  )
}

function Notice({
  isWarning = false,
  action,
  children,
}: {
  isWarning?: boolean
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles.notice} data-warning={isWarning || undefined}>
      {isWarning && <IconAlertTriangle size={15} stroke={1.7} aria-hidden className={styles.icon} />}
      <p>{children}</p>
      {action !== undefined && <span className={styles.noticeActions}>{action}</span>}
    </div>
  )
}
