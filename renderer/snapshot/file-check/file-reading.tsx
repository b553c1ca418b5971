// How the file that is here is read: its choices, what is to be known of it, and its columns, of either kind.
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { FileCheckState } from '../store/file-check-state.ts'
import type { FileKind } from '../store/file-choices.ts'
import { useFileCheckTools } from './file-check-tools.ts'
import { FileNotice } from './file-notice.tsx'
import { InvoiceNames, isKnownName } from './invoice-names.tsx'
import { InvoiceColumns, InvoiceReading } from './invoice-reading.tsx'
import { LedgerColumns } from './ledger-columns.tsx'
import { LedgerReading } from './ledger-reading.tsx'

interface FileReadingProps {
  state: FileCheckState
  snapshot: SnapshotSummary
}

export function FileReading({ state, snapshot }: FileReadingProps) {
  const { check, against, known } = useFileCheckTools()
  const { kind, look, choices, invoiceChoices, areKept, work, checked } = state
  const { rules } = against
  const { zone } = snapshot.range
  const isBusy = work?.step === 'looking'
  const onKind = (next: FileKind) => void check.readAs(next, rules)
  const notes = look !== null && look.notes.length > 0 && (
    <FileNotice tone="plain">
      {look.notes.map((words) => (
        <p key={words}>{words}</p>
      ))}
    </FileNotice>
  )
  if (kind === 'ledger') {
    const choose = (change: Partial<typeof choices>) => void check.choose(change, rules)
    return (
      <>
        <LedgerReading look={look} choices={choices} snapshotZone={zone} onKind={onKind} onChoose={choose} />
        {notes}
        {look !== null && (
          <LedgerColumns
            key={look.heads}
            look={look}
            choices={choices}
            names={known.properties}
            isBusy={isBusy}
            areKept={areKept}
            onChoose={choose}
          />
        )}
      </>
    )
  }
  const choose = (change: Partial<typeof invoiceChoices>) => void check.chooseForInvoice(change, rules)
  return (
    <>
      <InvoiceReading
        look={look}
        choices={invoiceChoices}
        customers={known.customerId}
        zone={zone}
        onKind={onKind}
        onChoose={choose}
      />
      {notes}
      {look !== null && (
        <InvoiceColumns
          key={look.heads}
          look={look}
          choices={invoiceChoices}
          isBusy={isBusy}
          areKept={areKept}
          onChoose={choose}
        />
      )}
      {checked?.kind === 'invoice' && checked.answer.names.every(isKnownName) && (
        <InvoiceNames
          names={checked.answer.names}
          choices={invoiceChoices}
          known={known}
          onNames={(change) => void check.chooseForInvoice(change, rules).then(() => check.check(against))}
        />
      )}
    </>
  )
}
