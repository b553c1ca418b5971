// What is known of the properties of an open snapshot's events.
import type { ValuesAnswer } from '../../../shared/snapshot/snapshot-values.ts'
import type { SeenProperty } from '../../../shared/worth/property-meanings.ts'

/** The properties with a sample of their values, from which meanings are guessed. */
export function seenProperties({ summaries }: Pick<ValuesAnswer, 'summaries'>): SeenProperty[] {
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
