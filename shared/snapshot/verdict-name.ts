// What a verdict is called, on the screen, in files and in copied tables.
import type { SnapshotVerdict } from './snapshot.ts'

type Named = Pick<SnapshotVerdict, 'kind' | 'soFar' | 'grounds'>

/** In one line, such as "Incomplete, so far". Null: the snapshot is not read to its end. */
export function verdictName(verdict: Named | null): string {
  const [first, ...rest] = verdictNames(verdict)
  return [first, ...rest.map((name) => name.toLowerCase())].join(', ')
}

/** One by one: "So far" takes the place of "Complete", and is added to any other verdict. */
export function verdictNames(verdict: Named | null): string[] {
  if (verdict === null) return ['Not finished']
  const name = isOfEarlierRule(verdict) ? BY_EARLIER_RULE : KIND_NAMES[verdict.kind]
  if (!verdict.soFar) return [name]
  return name === KIND_NAMES.complete ? ['So far'] : [name, 'So far']
}

/** Whether it is called complete by an earlier rule, which asked for less evidence: to be read again. */
export const isOfEarlierRule = ({ kind, grounds }: Named) => kind === 'complete' && grounds === undefined

/** Whether all that matched was read and proved, and the range is over: else what is said is said of what was read. */
export const isProved = (verdict: Named) => verdict.kind === 'complete' && !verdict.soFar && !isOfEarlierRule(verdict)

export const BY_EARLIER_RULE = 'Complete by an earlier rule'

const KIND_NAMES: Record<SnapshotVerdict['kind'], string> = {
  complete: 'Complete',
  partial: 'Incomplete',
  unproven: 'Count not confirmed',
}
