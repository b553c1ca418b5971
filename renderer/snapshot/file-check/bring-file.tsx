// Where a file comes from: chosen, dropped anywhere on the window, or pasted as lines.
import { Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { MOST_FILE_BYTES, MOST_LINES } from '../../../shared/check/checked-file.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import styles from './file-check.module.css'

interface BringFileProps {
  typed: string
  onType: (text: string) => void
}

const MOST = `Up to ${MOST_FILE_BYTES / 1024 / 1024} MiB and ${grouped(MOST_LINES)} lines.`

export function BringFile({ typed, onType }: BringFileProps) {
  return (
    <div className={styles.bring}>
      <div className={styles.place}>
        <IconFileUpload size={28} stroke={1.4} aria-hidden />
        <h3>Drop a ledger or an invoice here, or choose it</h3>
        <p>
          CSV, TSV, Excel or NDJSON: a ledger has a line for each event, an invoice one for what is billed of many.{' '}
          {MOST}
        </p>
        <p>It is read on this computer and never sent anywhere.</p>
      </div>
      <Textarea
        className={styles.lines ?? ''}
        label="Lines"
        description="Or paste lines, with their heads in the first: as copied from a spreadsheet, or as they stand in a file."
        rows={10}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    </div>
  )
}
