// The group "Columns": what each column of a file means, over its first lines.
import { Box, Group, NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Cell } from '../../../shared/check/checked-file.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { headWords } from '../../../shared/snapshot/checked-words.ts'
import common from '../../ui/common.module.css'
import { DataTable } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import type { LookedFile } from '../store/file-check-state.ts'
import { areNumbers, LEFT_OUT, type MeaningChoice } from './column-meanings.ts'
import styles from './file-check.module.css'

type SeenColumn = LookedFile['columns'][number]

export interface LookedColumns {
  look: LookedFile
  isBusy: boolean
  /** They are those of the last file with these heads. */
  areKept: boolean
}

interface ColumnsTableProps extends LookedColumns {
  /** What each column means, as the value of its select; absent: it is left out. */
  meant: ReadonlyMap<number, string>
  choicesOf: (column: SeenColumn) => MeaningChoice[]
  onMeaning: (column: number, value: string) => void
  /** A further line of the head, a cell a column; `name` stands before it. */
  further?: { name: string; cell: (column: SeenColumn) => ReactNode } | null
  /** What it comes to, in a sentence. */
  words: string
  /** Nothing that was kept counts any more. */
  onByHeads: () => void
}

/** More columns are drawn when asked for. */
const FIRST_COLUMNS = 30
const FIRST_LINES = 8
const CELL_CHARACTERS = 80

export function ColumnsTable(props: ColumnsTableProps) {
  const { look, meant, choicesOf, onMeaning, further = null, isBusy, words, areKept, onByHeads } = props
  const [isWhole, setWhole] = useState(false)
  const { columns, lines } = look
  const drawn = isWhole ? columns : columns.slice(0, FIRST_COLUMNS)
  const first = lines.slice(0, FIRST_LINES)
  const numbers = new Set(
    drawn.flatMap(({ column }) => (areNumbers(first.map(({ cells }) => textOf(cells[column]))) ? [column] : [])),
  )
  return (
    <fieldset aria-label="Columns" className={common.frame}>
      <Box mah="min(360px, 52vh)" className={common.scroll} data-busy={isBusy || undefined}>
        <DataTable className={styles.columns ?? ''} aria-label="First lines" aria-busy={isBusy}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              {drawn.map((one) => (
                <th
                  key={one.column}
                  scope="col"
                  data-number={numbers.has(one.column) || undefined}
                  title={one.head.length > 24 ? shortened(one.head, 2_000) : undefined}
                >
                  {headWords(one)}
                </th>
              ))}
            </tr>
            <tr>
              <td>is</td>
              {drawn.map((one) => (
                <td key={one.column}>
                  <NativeSelect
                    size="xs"
                    aria-label={`Meaning of ${headWords(one)}`}
                    data-column={one.head}
                    value={meant.get(one.column) ?? LEFT_OUT}
                    data={choicesOf(one)}
                    onChange={({ currentTarget }) => onMeaning(one.column, currentTarget.value)}
                  />
                </td>
              ))}
            </tr>
            {further !== null && (
              <tr>
                <td>{further.name}</td>
                {drawn.map((one) => (
                  <td key={one.column}>{further.cell(one)}</td>
                ))}
              </tr>
            )}
          </thead>
          <tbody>
            {first.map(({ line, cells }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                {drawn.map(({ column }) => (
                  <FirstCell
                    key={column}
                    text={textOf(cells[column])}
                    isNumber={numbers.has(column)}
                    isLeftOut={!meant.has(column)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </DataTable>
      </Box>
      <Group className={`${common.hint} ${styles.below}`} gap="4px 12px">
        <p>
          {words}
          {areKept && (
            <>
              {' As chosen for the last file with these columns. '}
              <LinkButton tone="accent" onClick={onByHeads}>
                Choose by the header row alone
              </LinkButton>
            </>
          )}
        </p>
        {drawn.length < columns.length && (
          <p>
            <LinkButton tone="accent" onClick={() => setWhole(true)}>
              Show all {countWords(columns.length, 'column')}
            </LinkButton>
          </p>
        )}
      </Group>
    </fieldset>
  )
}

function FirstCell({ text, isNumber, isLeftOut }: { text: string; isNumber: boolean; isLeftOut: boolean }) {
  return (
    <td
      data-number={isNumber || undefined}
      data-left-out={isLeftOut || undefined}
      title={text.length > 24 ? shortened(text, 2_000) : undefined}
    >
      {shortened(text, CELL_CHARACTERS)}
    </td>
  )
}

const textOf = (cell: Cell | undefined) => (cell == null ? '' : typeof cell === 'string' ? cell : cell.number)
