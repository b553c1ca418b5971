// How the file that is here is read: its choices, its columns, what is to be known of it and what its owner is asked.

import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import type { Asks, ReadingChoice } from '../../../shared/check/checked-file.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { type FigureTable as Described, textValue } from '../../../shared/figures/figure-description.ts'
import { READ_LIKE_OTHERS } from '../../../shared/snapshot/checked-words.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import type { ChangedChoices, FileCheckState, FileKind, LookedFile, ReadingChoices } from '../store/file-check-state.ts'
import styles from './file-check.module.css'
import { useFileCheckTools } from './file-check-tools.ts'
import { FileNotice } from './file-notice.tsx'
import { DECIMAL_WORDS, ENCODING_WORDS, SEPARATOR_WORDS } from './file-words.ts'
import { InvoiceColumns, InvoiceReading } from './invoice-reading.tsx'
import { LedgerColumns, LedgerReading } from './ledger-reading.tsx'
import { InvoiceNames, isKnownName } from './names-card.tsx'

export function FileReading({ state, snapshot }: { state: FileCheckState; snapshot: SnapshotSummary }) {
  const { check, against, known, onRecheck } = useFileCheckTools()
  const { kind, look, choices, areKept, work, checked } = state
  const { rules } = against
  const { zone } = snapshot.range
  const looked = look && { look, isBusy: work?.step === 'looking', areKept }
  const onKind = (next: FileKind) => void check.readAs(next, rules)
  const choose = (change: ChangedChoices) => void check.choose(change, rules)
  return (
    <>
      {kind === 'ledger' ? (
        <LedgerReading look={look} choices={choices.ledger} snapshotZone={zone} onKind={onKind} onChoose={choose} />
      ) : (
        <InvoiceReading
          look={look}
          choices={choices.invoice}
          customers={known.customerId}
          zone={zone}
          onKind={onKind}
          onChoose={choose}
        />
      )}
      {look !== null && <LookNotices look={look} choices={choices[kind]} onChoose={choose} />}
      {looked &&
        (kind === 'ledger' ? (
          <LedgerColumns
            key={looked.look.heads}
            {...looked}
            choices={choices.ledger}
            names={known.properties}
            onChoose={choose}
          />
        ) : (
          <InvoiceColumns key={looked.look.heads} {...looked} choices={choices.invoice} onChoose={choose} />
        ))}
      {kind === 'invoice' && checked?.kind === 'invoice' && checked.answer.names.every(isKnownName) && (
        <InvoiceNames names={checked.answer.names} choices={choices.invoice} known={known} onNames={onRecheck} />
      )}
    </>
  )
}

interface LookNoticesProps {
  look: LookedFile
  choices: ReadingChoices
  onChoose: (change: Partial<ReadingChoices>) => void
}

/** Shows which of its rows are hidden, and what to know of it. */
function LookNotices({ look: { hiddenRows, notes, encoding }, choices, onChoose }: LookNoticesProps) {
  const isRead = choices.hidden === null
  return (
    <>
      {hiddenRows > 0 && (
        <FileNotice tone="plain">
          <p>
            {countWords(hiddenRows, 'row')} {hiddenRows === 1 ? 'is' : 'are'} hidden in the workbook or by a filter, and{' '}
            {isRead ? READ_LIKE_OTHERS : 'left out'}.{' '}
            <LinkButton tone="accent" onClick={() => onChoose({ hidden: isRead ? 'leave-out' : null })}>
              {isRead ? 'Leave them out' : 'Read them'}
            </LinkButton>
          </p>
        </FileNotice>
      )}
      {notes.length > 0 && (
        <FileNotice tone="plain">
          {notes.map((words, at) => (
            <p key={words}>
              {words}{' '}
              {at === 0 && encoding === 'windows-1252' && choices.encoding === null && (
                <LinkButton tone="accent" onClick={() => onChoose({ encoding: 'utf-8' })}>
                  Change
                </LinkButton>
              )}
            </p>
          ))}
        </FileNotice>
      )}
    </>
  )
}

interface FileAsksProps {
  asks: readonly Asks[]
  choices: ReadingChoices
  onChoose: (change: Partial<ReadingChoices> & ReadingChoice['choose']) => void
}

/** Shows what only the owner of a file can say, each with what it would be read as. */
export function FileAsks({ asks, choices, onChoose }: FileAsksProps) {
  return asks.map((one) => (
    <Ask key={one.ask} words={one.words}>
      <Answers ask={one} choices={choices} onChoose={onChoose} />
    </Ask>
  ))
}

function Ask({ words, children }: { words: string; children: ReactNode }) {
  const id = useId()
  return (
    <Stack
      component="fieldset"
      gap={8}
      m={0}
      aria-labelledby={id}
      className={`${common.notice} ${styles.ask}`}
      data-ask
    >
      <p id={id} className={`${common.marked} ${common.medium}`}>
        <IconHelpCircle size={16} stroke={1.7} className={common.warning} aria-hidden />
        {words}
      </p>
      {children}
    </Stack>
  )
}

/** More are chosen from a list. */
const MOST_BUTTONS = 8

function Answers({ ask, choices, onChoose }: Omit<FileAsksProps, 'asks'> & { ask: Asks }) {
  switch (ask.ask) {
    case 'separator':
      return (
        <SampledAnswers
          chosen={choices.separator}
          answers={ask.choices.map(({ separator, heads }) => ({
            value: separator,
            label: SEPARATOR_WORDS[separator],
            sample: `${heads.length} columns: ${heads.map((head) => shortened(head, 30)).join(' | ')}`,
          }))}
          onChoose={(separator) => onChoose({ separator })}
        />
      )
    case 'encoding':
      return (
        <SampledAnswers
          chosen={choices.encoding}
          answers={ask.samples.map(({ encoding, text }) => ({
            value: encoding,
            label: ENCODING_WORDS[encoding],
            sample: shortened(text, 120),
          }))}
          onChoose={(encoding) => onChoose({ encoding })}
        />
      )
    case 'decimal':
      return (
        <>
          <div className={styles.samplesTable}>
            <FigureTable table={readEitherWay(ask.samples)} />
          </div>
          <PlainAnswers
            chosen={choices.decimal}
            answers={(['.', ','] as const).map((value) => ({ value, label: DECIMAL_WORDS[value] }))}
            onChoose={(decimal) => onChoose({ decimal })}
          />
        </>
      )
    case 'sheet': {
      const sheets = ask.sheets.map((value) => ({ value, label: shortened(value, 60) }))
      return sheets.length > MOST_BUTTONS ? (
        <NativeSelect
          size="xs"
          aria-label="Sheet to be read"
          value={choices.sheet ?? ''}
          data={[{ value: '', label: 'Choose a sheet' }, ...sheets]}
          onChange={({ currentTarget }) => onChoose({ sheet: currentTarget.value || null })}
        />
      ) : (
        <PlainAnswers chosen={choices.sheet} answers={sheets} onChoose={(sheet) => onChoose({ sheet })} />
      )
    }
    case 'amounts':
    case 'charged':
    case 'days':
    case 'last-days':
      return (
        <SampledAnswers
          chosen={null}
          answers={ask.choices.map(({ label, outcome }) => ({ value: label, label, sample: outcome ?? '' }))}
          onChoose={(chosen) => onChoose(ask.choices.find(({ label }) => label === chosen)?.choose ?? {})}
        />
      )
    // Answered below, where columns are chosen.
    case 'columns':
      return null
  }
}

type Sample = Extract<Asks, { ask: 'decimal' }>['samples'][number]

/** Texts of the file beside the numbers that they are by either decimal sign, each digit as it would be read. */
const readEitherWay = (samples: readonly Sample[]): Described<Sample> => ({
  name: 'The same figures, read either way',
  columns: [
    { id: 'line', head: 'Line', kind: 'text', cell: ({ line }) => ({ value: textValue(String(line)) }) },
    { id: 'column', head: 'Column', kind: 'text', cell: ({ head }) => cutCell(head) },
    { id: 'text', head: 'In the file', kind: 'number', cell: ({ text }) => cutCell(text) },
    { id: 'point', head: 'With a point', kind: 'number', cell: ({ byPoint }) => ({ value: textValue(byPoint) }) },
    { id: 'comma', head: 'With a comma', kind: 'number', cell: ({ byComma }) => ({ value: textValue(byComma) }) },
  ],
  blocks: [{ id: 'all', rows: samples.map((of) => ({ id: `${of.line} ${of.head}`, of, name: [] })) }],
  scaleOver: 'table',
})

const cutCell = (text: string) => ({ value: textValue(text), shown: [{ text, cut: 40 }] })

interface AnswersProps<T, Answer = { value: T; label: string }> {
  answers: readonly Answer[]
  chosen: T | null
  onChoose: (value: T) => void
}

/** A line each, with what would be read. */
function SampledAnswers<T extends string>(props: AnswersProps<T, { value: T; label: string; sample: string }>) {
  const { answers, chosen, onChoose } = props
  const id = useId()
  return (
    <Stack component="ul" gap={6} className={common.list ?? ''}>
      {answers.map(({ value, label, sample }, at) => (
        <Group component="li" key={value} gap="4px 12px" miw={0}>
          <Button
            variant="default"
            aria-pressed={chosen === value}
            aria-describedby={`${id}-${at}`}
            onClick={() => onChoose(value)}
          >
            {label}
          </Button>
          <span id={`${id}-${at}`} className={`${common.cut} ${common.hint}`}>
            {sample}
          </span>
        </Group>
      ))}
    </Stack>
  )
}

const PlainAnswers = <T extends string>({ answers, chosen, onChoose }: AnswersProps<T>) => (
  <Group gap="4px 12px">
    {answers.map(({ value, label }) => (
      <Button key={value} variant="default" aria-pressed={chosen === value} onClick={() => onChoose(value)}>
        {label}
      </Button>
    ))}
  </Group>
)
