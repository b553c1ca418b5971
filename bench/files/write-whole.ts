// All events of a snapshot in one file, as the command writes them: with a sum, a hash and a receipt.
import { aboutLines } from '../../electron/backend/export/about-lines.ts'
import { eventOrder, snapshotEvents } from '../../electron/backend/export/event-source.ts'
import type { FileSubject } from '../../electron/backend/export/file-subject.ts'
import { FORMATS } from '../../electron/backend/export/formats.ts'
import { writeEventFile } from '../../electron/backend/export/write-event-file.ts'
import type { SnapshotJournal } from '../../electron/backend/snapshots/snapshot-journal.ts'
import type { FileFormatName } from '../../shared/export/file-formats.ts'
import { wantedSum } from '../../shared/worth/property-sum.ts'

export async function writeWhole(path: string, format: FileFormatName, journal: SnapshotJournal): Promise<void> {
  const subject: FileSubject = {
    program: 'Eventscope',
    header: journal.header,
    state: journal.state(),
    slices: journal.slices(),
    includesMisses: false,
    filtered: null,
    order: eventOrder(journal),
  }
  const options = {
    separator: ',',
    decimal: '.',
    guarded: true,
    zone: 'Europe/Berlin',
    about: aboutLines(subject),
  } as const
  const written = await writeEventFile({
    path,
    source: snapshotEvents(journal),
    format: FORMATS[format].make(options),
    sums: [wantedSum('amount', [])],
    subject,
    now: Date.now,
  })
  if (!written.ok) throw new Error(JSON.stringify(written.failure))
}
