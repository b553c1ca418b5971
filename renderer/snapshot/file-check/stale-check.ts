// Why what was checked is not what would be checked now.
import { againstOf, type CheckedFile, type HeldAgainst } from '../store/file-check-state.ts'
import type { Chosen } from '../store/file-choices.ts'

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** In a sentence. */
export function staleWords({ kind, choices, against }: CheckedFile, now: Chosen, nowAgainst: HeldAgainst): string {
  const { scope, ...others } = againstOf(kind, against)
  const { scope: nowScope, ...nowOthers } = againstOf(kind, nowAgainst)
  const changed = [
    ...(isSame(choices, kind === 'ledger' ? now.choices : now.invoiceChoices) ? [] : ['how the file is read']),
    ...(isSame(scope, nowScope) ? [] : ['the conditions']),
    ...(isSame(worthOf(others), worthOf(nowOthers)) ? [] : ['what events are worth']),
    ...(kind === 'invoice' && against.shownZone !== nowAgainst.shownZone ? ['the time zone'] : []),
    ...(kind === 'invoice' && !isSame(against.duplicates, nowAgainst.duplicates)
      ? ['what counts as possible duplicates']
      : []),
    ...(kind === 'invoice' && against.closed !== nowAgainst.closed ? ['the closed snapshot'] : []),
  ]
  const words = changed.length < 2 ? changed.join('') : `${changed.slice(0, -1).join(', ')} and ${changed.at(-1)}`
  return `This is the outcome as it was checked: ${words} changed since then.`
}

const worthOf = (against: { rules: string | null; sent?: unknown }) => [against.rules, against.sent]
