// "Add to case" of an explained line: its walk with exact figures, and for colleagues what is said besides.
import { Button } from '@mantine/core'
import type { CaseItem } from '../../../shared/case/case.ts'
import { useCaseOrigin } from '../../case/case-origin.ts'
import { notifyFailure } from '../../ui/notify-failure.ts'
import type { CopiedSource } from '../figures/snapshot-source.ts'
import type { Explanation } from './explanation.ts'

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
  { title, under, sums, notes }: Explanation,
  customerId: string | null,
  source: CopiedSource,
): Extract<CaseItem, { is: 'table' }> {
  return {
    is: 'table',
    id: crypto.randomUUID(),
    title,
    heads: ['Step', 'Figure'],
    rows: sums.map(({ words, figure }) => [words, cellOf(figure)]),
    from: [['Line', under], ...notes.map((note): [string, string] => ['Note', note]), ...mutable(source)],
    customers: customerId === null ? null : [customerId],
    properties: [],
  }
}

const mutable = (source: CopiedSource) => source.map(([name, words]): [string, string] => [name, words])

/** A figure as it is drawn, with the digits that it has. */
function cellOf(drawn: string): string | { number: string } {
  const plain = drawn.replaceAll(',', '').replace('−', '-').replace(/^\+/, '')
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? { number: plain } : drawn
}
