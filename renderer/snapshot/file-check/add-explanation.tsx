// "Add to case" of an explained line: its walk with exact figures, and for colleagues what is said besides.
import { Button } from '@mantine/core'
import type { CaseItem } from '../../../shared/case/case.ts'
import { useCaseOrigin } from '../../case/case-origin.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import type { CopiedSource } from '../figures/snapshot-source.ts'
import { type Explanation, stepsOf } from './explanation.ts'

interface AddExplanationProps {
  explanation: Explanation
  /** Null: the line is nobody's, so that it is for colleagues alone. */
  customerId: string | null
  source: CopiedSource
}

export function AddExplanation({ explanation, customerId, source }: AddExplanationProps) {
  const origin = useCaseOrigin()
  if (origin === null) return null
  const add = async () => {
    const { addAndSay } = await import('../../case/add-and-say.ts')
    await addAndSay(origin.connectionId, explainedItem(explanation, customerId, source))
  }
  return (
    <Button variant="default" onClick={() => void add().catch(notifyFailure)}>
      Add to case
    </Button>
  )
}

export function explainedItem(
  explanation: Explanation,
  customerId: string | null,
  source: CopiedSource,
): Extract<CaseItem, { is: 'table' }> {
  const { title, under, notes } = explanation
  return {
    is: 'table',
    id: crypto.randomUUID(),
    title,
    ...stepsOf(explanation),
    from: [['Line', under], ...notes.map((note): [string, string] => ['Note', note]), ...mutable(source)],
    customers: customerId === null ? null : [customerId],
    properties: [],
  }
}

const mutable = (source: CopiedSource) => source.map(([name, words]): [string, string] => [name, words])
