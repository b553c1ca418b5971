// What closing does to the snapshots that are being read, said before it is done.

/** @param readings one or more */
export function readingsWords(readings: number): string {
  const [what, pause, they] =
    readings === 1 ? ['A snapshot is', 'It pauses', 'it was'] : [`${readings} snapshots are`, 'They pause', 'they were']
  return `${what} being read. ${pause} when Eventscope closes, and “Resume” continues from where ${they}.`
}
