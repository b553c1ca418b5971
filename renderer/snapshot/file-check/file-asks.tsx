// What only the owner of a file can say, each with what it would be read as.
import { Button, NativeSelect } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import type { Asks } from '../../../shared/check/checked-file.ts'
import common from '../../ui/common.module.css'
import { DataTable } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import type { ReadingChoices } from '../store/file-choices.ts'
import styles from './file-check.module.css'
import { DECIMAL_WORDS, ENCODING_WORDS, SEPARATOR_WORDS } from './reading-words.ts'

interface FileAsksProps {
  asks: readonly Asks[]
  choices: ReadingChoices
  onChoose: (change: Partial<ReadingChoices>) => void
}

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
    <fieldset aria-labelledby={id} className={styles.ask} data-ask>
      <p id={id}>
        <IconHelpCircle size={16} stroke={1.7} className={styles.askIcon ?? ''} aria-hidden />
        {words}
      </p>
      {children}
    </fieldset>
  )
}

/** More are chosen from a list. */
const MOST_BUTTONS = 8

function Answers({ ask, choices, onChoose }: Omit<FileAsksProps, 'asks'> & { ask: Asks }) {
  switch (ask.ask) {
    case 'separator':
      return (
        <ul className={styles.samples}>
          {ask.choices.map(({ separator, heads }) => (
            <Answer
              key={separator}
              label={SEPARATOR_WORDS[separator]}
              isChosen={choices.separator === separator}
              sample={`${heads.length} columns: ${heads.map((head) => shortened(head, 30)).join(' | ')}`}
              onClick={() => onChoose({ separator })}
            />
          ))}
        </ul>
      )
    case 'encoding':
      return (
        <ul className={styles.samples}>
          {ask.samples.map(({ encoding, text }) => (
            <Answer
              key={encoding}
              label={ENCODING_WORDS[encoding]}
              isChosen={choices.encoding === encoding}
              sample={shortened(text, 120)}
              onClick={() => onChoose({ encoding })}
            />
          ))}
        </ul>
      )
    case 'decimal':
      return (
        <>
          <div className={styles.samplesTable}>
            <DataTable aria-label="The same figures, read either way">
              <thead>
                <tr>
                  {['Line', 'Column', 'In the file', 'With a point', 'With a comma'].map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {ask.samples.map(({ line, head, text, byPoint, byComma }) => (
                  <tr key={`${line} ${head}`}>
                    <td>{line}</td>
                    <td>{shortened(head, 40)}</td>
                    <td>{shortened(text, 40)}</td>
                    <td>{byPoint}</td>
                    <td>{byComma}</td>
                  </tr>
                ))}
              </tbody>
            </DataTable>
          </div>
          <ul className={styles.samples}>
            <li>
              {(['.', ','] as const).map((decimal) => (
                <Button
                  key={decimal}
                  variant="default"
                  aria-pressed={choices.decimal === decimal}
                  onClick={() => onChoose({ decimal })}
                >
                  {DECIMAL_WORDS[decimal]}
                </Button>
              ))}
            </li>
          </ul>
        </>
      )
    case 'sheet':
      if (ask.sheets.length > MOST_BUTTONS) {
        return (
          <NativeSelect
            size="xs"
            aria-label="Sheet to be read"
            value={choices.sheet ?? ''}
            data={[
              { value: '', label: 'Choose a sheet' },
              ...ask.sheets.map((sheet) => ({ value: sheet, label: shortened(sheet, 60) })),
            ]}
            onChange={({ currentTarget }) => onChoose({ sheet: currentTarget.value || null })}
          />
        )
      }
      return (
        <ul className={styles.samples}>
          <li>
            {ask.sheets.map((sheet) => (
              <Button
                key={sheet}
                variant="default"
                aria-pressed={choices.sheet === sheet}
                onClick={() => onChoose({ sheet })}
              >
                {shortened(sheet, 60)}
              </Button>
            ))}
          </li>
        </ul>
      )
    case 'columns':
      return null
    default:
      return ask satisfies never
  }
}

interface AnswerProps {
  label: string
  sample: string
  isChosen: boolean
  onClick: () => void
}

function Answer({ label, sample, isChosen, onClick }: AnswerProps) {
  const id = useId()
  return (
    <li>
      <Button variant="default" aria-pressed={isChosen} aria-describedby={id} onClick={onClick}>
        {label}
      </Button>
      <span id={id} className={`${common.cut} ${common.hint}`}>
        {sample}
      </span>
    </li>
  )
}
