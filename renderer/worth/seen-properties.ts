// What an answer about values shows about properties, to guess their meanings from.
import type { ValueSummary } from '../../shared/snapshot/snapshot-rows.ts'
import type { SeenProperty } from '../../shared/worth/property-meanings.ts'

/** The properties with a sample of their values. */
export function seenProperties(summaries: readonly ValueSummary[]): SeenProperty[] {
  return summaries.flatMap(({ key, kinds, distinct, commonest }) =>
    key.of === 'property'
      ? [
          {
            name: key.name,
            strings: kinds.string ?? 0,
            numbers: kinds.number ?? 0,
            distinct,
            commonest: commonest.map(({ value }) => value.text),
          },
        ]
      : [],
  )
}
