// Notices beside the figures, a line each: values in no sum, amounts that are text, what has no total, what is in no
// line.
import { Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { TOO_MANY_DIGITS } from '../../../shared/exact/decimal.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { figureScope } from '../../../shared/snapshot/scopes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsAnswer } from '../../../shared/snapshot/snapshot-totals.ts'
import { noRuleWords } from '../../../shared/worth/worth.ts'
import common from '../../ui/common.module.css'
import { LinkButton } from '../../ui/link-button.tsx'
import { SAY_WORTH } from '../../worth/use-rules.ts'
import { lineMoneyWords } from '../headlines/headline-words.ts'
import type { ShownTotals } from './shown-totals.ts'
import { type MeasureChoice, type TotalsChoice, withTextsRead } from './totals-choice.ts'
import { groupWord, measuredLabel } from './totals-options.ts'
import styles from './totals-tab.module.css'

interface TotalsNoticesProps {
  shown: ShownTotals
  choice: TotalsChoice
  /** They say for each measured property how many events have it as text. */
  texts: readonly { name: string; count: number }[]
  onChoice: (choice: TotalsChoice) => void
  onShowEvents: (scope: Scope) => void
  onRules: () => void
}

export function TotalsNotices({ shown, choice, texts, onChoice, onShowEvents, onRules }: TotalsNoticesProps) {
  const { answer, question, measure } = shown
  if (answer.worth !== undefined) return <WorthNotices shown={shown} worth={answer.worth} onRules={onRules} />
  if (!('properties' in measure)) return null
  const name = measuredLabel(measure.properties)
  const show = (measured: 'without' | 'beyond') => () =>
    onShowEvents(figureScope(question, answer, { line: null, measured }))
  const have = (count: number) => (count === 1 ? 'has' : 'have')
  const are = (count: number) => (count === 1 ? 'is' : 'are')
  return (
    <>
      <Texts measure={measure} choice={choice} texts={texts} onChoice={onChoice} />
      {measure.figure === 'sum' && (
        <Notice action={<LinkButton onClick={onRules}>{SAY_WORTH}</LinkButton>}>
          Debit and credit are as sent, and make no total: price rules say what events are worth.
        </Notice>
      )}
      {answer.without > 0 && (
        <Notice isWarning action={<LinkButton onClick={show('without')}>Show them</LinkButton>}>
          {countWords(answer.without, 'event')} {have(answer.without)} no numeric {name} and {are(answer.without)} in no
          sum.
        </Notice>
      )}
      {answer.beyond > 0 && (
        <Notice isWarning action={<LinkButton onClick={show('beyond')}>Show them</LinkButton>}>
          {name} {TOO_MANY_DIGITS} in {countWords(answer.beyond, 'event')}, which {are(answer.beyond)} in no sum.
        </Notice>
      )}
      <LeftOut answer={answer} />
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
}: AskProps & { measure: Extract<MeasureChoice, { properties: unknown }>; texts: TotalsNoticesProps['texts'] }) {
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
              <Button variant="default" onClick={() => onChoice(withTextsRead(choice, { names, read: true }))}>
                Read as numbers
              </Button>
              <Button variant="subtle" onClick={() => onChoice(withTextsRead(choice, { names, read: false }))}>
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
        <Notice
          action={
            <LinkButton onClick={() => onChoice(withTextsRead(choice, { names: read, read: null }))}>Undo</LinkButton>
          }
        >
          Text values of {read.join(' and ')} that are plain decimals are read as numbers here.
        </Notice>
      )}
    </>
  )
}

interface WorthNoticesProps {
  shown: ShownTotals
  worth: NonNullable<TotalsAnswer['worth']>
  onRules: () => void
}

function WorthNotices({ shown: { answer, question }, worth, onRules }: WorthNoticesProps) {
  const why = noRuleWords({ moneyKinds: [{ moneyKind: 'no-rule', events: worth.unruled }], noRule: worth.noRule })
  return (
    <>
      {worth.inNoLine.map((one) => (
        <Notice key={one.currency}>
          {lineMoneyWords(one)} belongs to no {groupWord(question.by)}, and is in “All” only.
        </Notice>
      ))}
      {why !== null && (
        <Notice isWarning action={<LinkButton onClick={onRules}>{SAY_WORTH}</LinkButton>}>
          {why}. Until they have one there is no total, and they are shown apart, as sent.
        </Notice>
      )}
      <LeftOut answer={answer} />
    </>
  )
}

function LeftOut({ answer }: { answer: TotalsAnswer }) {
  const are = (count: number) => (count === 1 ? 'is' : 'are')
  return (
    <>
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
    <Group
      className={(isWarning ? common.warningBox : common.notice) ?? ''}
      gap="4px 8px"
      data-warning={isWarning || undefined}
    >
      {isWarning && <IconAlertTriangle size={15} stroke={1.7} aria-hidden className={common.rigid} />}
      <p>{children}</p>
      {action !== undefined && (
        <Group className={styles.noticeActions ?? ''} gap="4px 8px">
          {action}
        </Group>
      )}
    </Group>
  )
}
