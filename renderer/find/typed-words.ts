// Whether what was typed names something: every word of it begins one of the thing's own, in any order.

const SPLIT = /[\s/_\-–.,:;“”"'()]+/

/** Lower-case words. Of a long text the first 20: nobody names anything with more. */
export function wordsOf(text: string): string[] {
  return text.slice(0, 200).toLowerCase().split(SPLIT, 20).filter(Boolean)
}

/** How well the words name it, the label before the other words; 0 where they do not. */
export function nameScore(typed: readonly string[], label: string, others = ''): number {
  const named = wordsOf(label)
  const known = [...named, ...wordsOf(others)]
  if (typed.length === 0 || !typed.every((word) => known.some((knownWord) => knownWord.startsWith(word)))) return 0
  if (typed.length === named.length && typed.every((word, index) => word === named[index])) return 4
  if (typed.every((word) => named.some((namedWord) => namedWord.startsWith(word))))
    return named[0]?.startsWith(typed[0] ?? '') ? 3 : 2
  return 1
}

/** Enough of an ID to know it by. */
export function excerptOf(text: string): string {
  return text.length > 80 ? `${text.slice(0, 60).toWellFormed()}…${text.slice(-12).toWellFormed()}` : text
}
