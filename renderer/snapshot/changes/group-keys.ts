// What changes and periods are grouped by.
import type { SnapshotKey } from '../../../shared/snapshot/snapshot-key.ts'

export const GROUP_KEYS: readonly { label: string; by: SnapshotKey[] }[] = [
  { label: 'Event code', by: [{ of: 'field', field: 'eventCode' }] },
  { label: 'Customer ID', by: [{ of: 'field', field: 'customerId' }] },
  { label: 'Event type', by: [{ of: 'field', field: 'eventType' }] },
  { label: 'Day', by: [{ of: 'time', every: 'day' }] },
  { label: 'nothing', by: [] },
]

export const keysOf = (label: string): SnapshotKey[] => GROUP_KEYS.find((one) => one.label === label)?.by ?? []
