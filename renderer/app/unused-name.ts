// A name for a new snapshot that no other has.

/** Of the wanted name: shorter than the longest that is taken. */
const MOST_CHARACTERS = 150

/** `wanted`, numbered where it is taken; names are told apart without regard to case. */
export function unusedName(wanted: string, names: readonly string[]): string {
  const short = [...wanted.replace(/ \(\d+\)$/, '')].slice(0, MOST_CHARACTERS).join('')
  const taken = new Set(names.map((name) => name.normalize('NFKC').toLowerCase()))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? short : `${short} (${number})`
    if (!taken.has(name.normalize('NFKC').toLowerCase())) return name
  }
}
