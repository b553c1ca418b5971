// This is what came of a ledger: in a sentence, as an equation, by outcome, and line by line.

import { Box, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { NOT_KNOWN, outcomesTable } from '../../../shared/figures/ledger.ts'
import {
  checkedWords,
  headWords,
  isAllMatched,
  sharedWords,
  unreadWords,
} from '../../../shared/snapshot/checked-words.ts'
import { type Outcome, outcomeWords } from '../../../shared/snapshot/snapshot-ledger.ts'
import { isProved, verdictOf } from '../../../shared/snapshot/verdict-name.ts'
import { bridge } from '../../bridge.ts'
import { CopyTable } from '../../tables/copy-table.tsx'
import common from '../../ui/common.module.css'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { Sentences } from '../../ui/kept-lines.tsx'
import { drawnMoney, signedMoney } from '../../worth/money-words.ts'
import type { CheckedLedger, CheckedLedgerFile, ShownLines } from '../store/file-check-state.ts'
import { rowsOf } from '../store/file-questions.ts'
import styles from './file-check.module.css'
import { type ResultProps, useFileCheckTools, useShowNamed } from './file-check-tools.ts'
import { ledgerSource } from './file-copies.tsx'
import { CheckAgainNotice, CheckedVerdict, FileNotice, Note, type NoteProps } from './file-notice.tsx'
import { firstGroup, moneyKindWords, outcomeTerm, partsOf, wholeMonthsWords } from './file-words.ts'
import { firstPage, LedgerLines } from './ledger-lines.tsx'
import { LedgerNames } from './names-card.tsx'

export function LedgerResult(props: ResultProps<CheckedLedgerFile>) {
  const { snapshot, fileName, state, checked, stale, onCheckAgain } = props
  const { check, known, onRecheck } = useFileCheckTools()
  const showNamed = useShowNamed()
  const { answer } = checked
  // Another check begins with the first group in which something is wrong.
  const shown = state.shown.ledger ?? firstPage(firstGroup(answer))
  const showGroup = (outcome: Outcome) => check.show({ ledger: firstPage(outcome) })
  const isWhole = isProved(verdictOf(snapshot))
  const source = ledgerSource(snapshot, fileName, checked)
  return (
    <Stack gap={12}>
      <Group gap="6px 12px">
        <CheckedVerdict isAll={isAllMatched(answer)} words={checkedWords(answer, isWhole)} />
        <Group gap={8} ml="auto">
          <CopyTable
            label="Copy table of outcomes"
            isInternal
            source={source}
            table={() => outcomesTable(answer, isWhole, null)}
          />
        </Group>
      </Group>
      {stale !== null && <CheckAgainNotice words={stale} onCheckAgain={onCheckAgain} />}
      <Notes answer={answer} onHidden={(hidden) => onRecheck({ hidden })} />
      <Equations answer={answer} onGroup={showGroup} />
      <FigureTable
        table={outcomesTable(answer, isWhole, shown.outcome)}
        isBoxed
        onAct={({ of: { outcome, show } }) => {
          if (show === 'lines') showGroup(outcome)
          else showNamed(rowsOf(bridge, snapshot.id, { checkId: answer.checkId, outcome, differsIn: null }))
        }}
      />
      <LedgerNames unknown={answer.unknown} choices={state.choices.ledger} known={known} onNames={onRecheck} />
      <LedgerLines
        snapshotId={snapshot.id}
        answer={answer}
        isProven={isWhole}
        shown={shown}
        source={[...source, ['Lines of', shownWords(shown, answer, isWhole)]]}
        onCheckAgain={onCheckAgain}
      />
    </Stack>
  )
}

/** "Differing; Amount differs". */
function shownWords({ outcome, differsIn }: ShownLines, { columns }: CheckedLedger, isWhole: boolean): string {
  const column = differsIn === null ? undefined : columns[differsIn]
  return `${outcomeWords(outcome, isWhole)}${column === undefined ? '' : `; ${headWords(column)} differs`}`
}

/** The file less the snapshot is what the groups come to, for each kind of money and currency. */
export function Equations({ answer, onGroup }: { answer: CheckedLedger; onGroup: (outcome: Outcome) => void }) {
  const { equation } = answer
  const besides = wholeMonthsWords(answer)
  return (
    <section aria-label="Difference" className={common.card}>
      <h3 className={common.cardTitle}>The file less the snapshot</h3>
      {equation.length === 0 && (
        <Box component="p" px={12} py={20} className={common.dim}>
          No line and no event has an amount that can be compared.
        </Box>
      )}
      <div className={`${common.columns} ${styles.equations}`}>
        {equation.map((one) => (
          <Stack
            gap={4}
            miw={0}
            key={`${one.of} ${one.currency}`}
            data-money={one.of}
            data-currency={one.currency ?? undefined}
            data-value={one.difference ?? undefined}
            data-holds={one.holds ?? undefined}
          >
            <Group component="h4" gap="2px 8px" className={`${common.small} ${common.medium}`}>
              {moneyKindWords(one)}
              <Box
                component="span"
                fw={one.holds === false ? 600 : 400}
                className={one.holds === false ? common.danger : common.dim}
                data-wrong={one.holds === false || undefined}
              >
                {one.holds === null
                  ? 'an amount of the file is not read'
                  : one.holds
                    ? 'adds up to the last digit'
                    : 'the groups do not add up to it'}
              </Box>
            </Group>
            <Group component="p" gap="6px 12px" align="flex-start">
              <Term figure={one.file === null ? NOT_KNOWN : drawnMoney(one.file, one.currency)} words="in the file" />
              <Signed by="−">
                <Term figure={drawnMoney(one.snapshot, one.currency)} words="in the snapshot" />
              </Signed>
              <Signed by="=">
                <span className={styles.term} data-difference>
                  <b>{one.difference === null ? NOT_KNOWN : signedMoney(one.difference, one.currency)}</b>
                  <span>difference</span>
                </span>
              </Signed>
              {partsOf(one).map(({ outcome, sign, figure }) => (
                <Signed key={outcome} by={sign}>
                  <button
                    type="button"
                    className={styles.term}
                    data-outcome={outcome}
                    title={`Show the lines: ${outcomeTerm(outcome)}`}
                    onClick={() => onGroup(outcome)}
                  >
                    <b>{figure}</b>
                    <span>{outcomeTerm(outcome)}</span>
                  </button>
                </Signed>
              ))}
            </Group>
          </Stack>
        ))}
      </div>
      {besides !== null && (
        <Box component="p" mt={10} data-whole-months>
          {besides}
        </Box>
      )}
    </section>
  )
}

function Term({ figure, words }: { figure: string; words: string }) {
  return (
    <span className={styles.term}>
      <b>{figure}</b>
      <span>{words}</span>
    </span>
  )
}

/** A figure and the sign before it, which stay on one line. */
function Signed({ by, children }: { by: string; children: ReactNode }) {
  return (
    <Group component="span" gap={12} wrap="nowrap" align="flex-start" miw={0}>
      <span className={styles.sign}> {by} </span>
      {children}
    </Group>
  )
}

/** Shows what cannot be told, in amber; then what is to be known. */
export function Notes({ answer, onHidden }: { answer: CheckedLedger; onHidden: NoteProps['onHidden'] }) {
  const { columns, notes, hidden } = answer
  const drawn = (words: string) => <Note words={words} hidden={hidden} onHidden={onHidden} />
  const unread = unreadWords(columns, ({ means }) => (means.is === 'field' ? 'not a time' : 'not a number'))
  const said = [
    { tone: 'warning', all: [...unread, ...sharedWords(answer)] },
    { tone: 'plain', all: notes },
  ] as const
  return said.map(
    ({ tone, all }) =>
      all.length > 0 && (
        <FileNotice key={tone} tone={tone}>
          {all.length === 1 ? <p>{drawn(all[0] ?? '')}</p> : <Sentences all={all}>{drawn}</Sentences>}
        </FileNotice>
      ),
  )
}
