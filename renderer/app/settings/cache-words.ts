// How much the local cache holds and may hold, in words.
import type { CacheStatus } from '../../../shared/contract/contract.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { sizeWords } from '../../ui/size-words.ts'

/** As "128 entries, 12.3 MB, encrypted on this computer" or "Nothing is kept". */
export function amountWords({ entries, bytes, place }: CacheStatus): string {
  if (entries === 0) return 'Nothing is kept'
  const amount = `${grouped(entries)} ${entries === 1 ? 'entry' : 'entries'}, ${sizeWords(bytes)}`
  return `${amount}, ${place === 'disk' ? 'encrypted on this computer' : 'in memory for this run only'}`
}

/** As "At most 268 MB, kept for 7 days; the least recently used go first." */
export function limitWords({ limitBytes, retention }: CacheStatus): string {
  const days = Math.round(retention / 86_400_000)
  return `At most ${sizeWords(limitBytes)}, kept for ${days === 1 ? '1 day' : `${days} days`}; the least recently used go first.`
}
