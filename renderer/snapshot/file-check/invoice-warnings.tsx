// Why nothing can be said of lines of an invoice, with a way out of it.
import { Button } from '@mantine/core'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { shortened } from '../../ui/excerpt.ts'
import type { CheckedInvoice } from '../store/file-check-state.ts'
import { headWords } from './column-meanings.ts'
import { FileNotice } from './file-notice.tsx'
import styles from './invoice.module.css'
import { linesOf } from './invoice-words.ts'

interface InvoiceWarningsProps {
  answer: CheckedInvoice
  onRules: () => void
}

export function InvoiceWarnings({ answer, onRules }: InvoiceWarningsProps) {
  const { columns, version } = answer
  const noRule = linesOf(answer, 'no-rule')
  const unread = columns.flatMap((column) => {
    const { cells, samples } = column.unread
    const [first] = samples
    if (cells === 0) return []
    const example = first === undefined ? '' : `, such as “${shortened(first.text, 40)}” in line ${grouped(first.line)}`
    return [`${headWords(column)}: ${countWords(cells, 'cell is', 'cells are')} not read${example}.`]
  })
  return (
    <>
      {noRule > 0 && (
        <FileNotice tone="warning">
          <p className={styles.line}>
            {version === null
              ? 'No rules say what these events are worth, so no line can be held against them.'
              : `${countWords(noRule, 'line has', 'lines have')} no rule: the rules give these events no money.`}{' '}
            <Button variant="default" onClick={onRules}>
              Say what events are worth
            </Button>
          </p>
        </FileNotice>
      )}
      {unread.length > 0 && (
        <FileNotice tone="warning">
          {unread.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </FileNotice>
      )}
    </>
  )
}
