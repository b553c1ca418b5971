// Searches every row of a snapshot for an event of a customer.
import type { SnapshotFile } from './snapshot-file.ts'

/** @param customerOf the customer of an event's exact text, or null where it names none */
export async function holdsCustomer(
  file: SnapshotFile,
  customerId: string,
  customerOf: (source: string) => string | null,
): Promise<boolean> {
  if (file.header.search.customerId === customerId) return true
  for (const { id } of file.slices()) {
    for await (const segment of file.rows(id)) {
      if (segment.ok && segment.value.some(({ source }) => customerOf(source) === customerId)) return true
    }
  }
  return false
}
