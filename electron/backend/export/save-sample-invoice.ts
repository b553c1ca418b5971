// Saves the sample company's invoice for its user, as a file that can be checked against the events.
import type { SavedText } from '../../../shared/export/file-export.ts'
import type { Result } from '../../../shared/failure/failure.ts'
import { sampleInvoice } from '../../../shared/worth/sample-invoice.ts'
import { lastMonth } from '../connections/sample-data.ts'
import { saveTextFile, type TextDelivery } from './save-text-file.ts'

/** Fails with `disk`. @param now ms since 1970 */
export function saveSampleInvoice(now: number, delivery: TextDelivery): Promise<Result<SavedText>> {
  return saveTextFile({ ...sampleInvoice(lastMonth(now)), mediaType: 'text/csv' }, delivery)
}
