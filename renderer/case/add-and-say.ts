// Adds to a case, and says so with a way to it.
import type { CaseItem } from '../../shared/case/case.ts'
import { failureSentence } from '../../shared/failure/failure-words.ts'
import { say, sayWithButton } from '../ui/notify.tsx'
import { addToCase } from './kept-case.ts'
import { shownCase } from './shown-case.ts'

/** Never rejects for what is expected. */
export async function addAndSay(connectionId: string, item: CaseItem): Promise<void> {
  const added = await addToCase(connectionId, item)
  if (!added.ok) {
    const { failure } = added
    return say(failure.kind === 'invalid' ? failure.message : failureSentence(failure), true)
  }
  sayWithButton('Added to the case.', 'Open case', () => shownCase.open(connectionId))
}
