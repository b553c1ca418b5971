// A name that no other has, for a snapshot or a case.

/** The wanted name leaves room for a number within the longest allowed name. */
const MOST_CHARACTERS = 150

/** `wanted`, with a number appended where it is taken; case does not distinguish names. */
export function unusedName(wanted: string, names: readonly string[]): string {
  const short = [...wanted.replace(/ \(\d+\)$/, '')].slice(0, MOST_CHARACTERS).join('')
  const taken = new Set(names.map((name) => name.normalize('NFKC').toLowerCase()))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? short : `${short} (${number})`
    if (!taken.has(name.normalize('NFKC').toLowerCase())) return name
  }
}
