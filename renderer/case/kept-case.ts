// The case of a connection, which is kept between runs.
import { type Case, type CaseItem, emptyCase, readCase, withItem } from '../../shared/case/case.ts'
import { failed, type Result } from '../../shared/failure/failure.ts'
import { failureSentence } from '../../shared/failure/failure-words.ts'
import { say, sayWithButton } from '../ui/notify.tsx'
import type { Remembered } from '../ui/remembered-value.ts'
import { rememberedOf } from '../ui/use-remembered.tsx'
import { shownCase } from './shown-case.ts'

/** `unreadable`: by another version, or damaged; the text stays as it is until its user begins another case. */
export type KeptCase = { is: 'case'; case: Case } | { is: 'unreadable'; text: string }

export const KEPT_CASE: Remembered<KeptCase> = {
  name: 'case',
  read(text) {
    const read = text === null ? newCase() : readCase(text)
    return read === null ? { is: 'unreadable', text: text ?? '' } : { is: 'case', case: read }
  },
  write: (kept) => (kept.is === 'case' ? JSON.stringify(kept.case) : kept.text),
  writtenAfterMs: 400,
}

export const newCase = (): Case => emptyCase(crypto.randomUUID().replaceAll('-', ''))

/** Fails with `invalid` where the case is full or unreadable, or as the backend does. */
function addToCase(connectionId: string, item: CaseItem): Promise<Result<null>> {
  return rememberedOf(connectionId, KEPT_CASE).update((kept) => {
    if (kept.is === 'unreadable') return failed({ kind: 'invalid', field: 'request', message: UNREADABLE_CASE })
    const made = withItem(kept.case, item)
    return made.ok ? { ok: true, value: { is: 'case', case: made.value } } : made
  })
}

const UNREADABLE_CASE =
  'The case that is kept cannot be read by this version of Eventscope. Open it, and start another one.'

/**
 * Adds to the connection's case, and says so with a button to open it, or says why not. Never rejects for an
 * expected failure.
 */
export async function addAndSay(connectionId: string, item: CaseItem): Promise<void> {
  const added = await addToCase(connectionId, item)
  if (!added.ok) {
    const { failure } = added
    return say(failure.kind === 'invalid' ? failure.message : failureSentence(failure), true)
  }
  sayWithButton('Added to the case.', 'Open case', () => shownCase.open(connectionId))
}
