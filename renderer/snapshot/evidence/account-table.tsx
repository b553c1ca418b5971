// The account of a reading: in which bin each row of the answers is, and that they add up to what the service counts.
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { ACCOUNT_BINS, type Account, BIN_WORDS, countedRows, receivedRows } from '../../../shared/snapshot/account.ts'
import common from '../../ui/common.module.css'
import { DataTable } from '../../ui/data-table.tsx'
import styles from './how-it-was-read.module.css'

interface AccountTableProps {
  account: Account
  /** By the service; null where it gave no count. */
  counted: number | null
}

export function AccountTable({ account, counted }: AccountTableProps) {
  return (
    <DataTable aria-label="Account" className={styles.account ?? ''}>
      <thead>
        <tr>
          <th scope="col">Rows of the answers</th>
          <th scope="col">Number</th>
        </tr>
      </thead>
      <tbody>
        {ACCOUNT_BINS.map((bin) => (
          <tr key={bin} data-account={bin} data-count={account[bin]}>
            <th scope="row">{BIN_WORDS[bin]}</th>
            <td>{grouped(account[bin])}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr data-account="received" data-count={receivedRows(account)}>
          <th scope="row">
            Received <span className={`${common.dim} ${styles.note}`}>all of the above</span>
          </th>
          <td>{grouped(receivedRows(account))}</td>
        </tr>
        <tr data-account="counted" data-count={counted ?? ''}>
          <th scope="row">
            Counted by the service{' '}
            <span className={`${common.dim} ${styles.note}`}>{countedNote(account, counted)}</span>
          </th>
          <td>{counted === null ? '–' : grouped(counted)}</td>
        </tr>
      </tfoot>
    </DataTable>
  )
}

/** Whether the service counts what was received, which it counts once where it came again. */
export function countedNote(account: Account, counted: number | null): string {
  if (counted === null) return 'it gave no count'
  const due = countedRows(account)
  const sum =
    account.cameAgain === 0
      ? `${grouped(due)} received`
      : `${grouped(receivedRows(account))} − ${grouped(account.cameAgain)} that came again = ${grouped(due)}`
  if (counted === due) return `${sum}: it adds up`
  return `${sum}: ${grouped(Math.abs(counted - due))} ${counted > due ? 'are missing' : 'too many'}`
}
