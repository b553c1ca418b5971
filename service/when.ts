// Which requests a fault hits: a share of them, or those with certain numbers.

export type When = { kind: 'share'; share: number } | { kind: 'numbers'; ranges: { from: number; to: number }[] }

/** Reads `0.05` (a share), `all`, `#3`, `#3,#7` or `#2-5` (numbers of requests, from 1); null when it is none of these. */
export function readWhen(text: string): When | null {
  if (text === 'all') return { kind: 'share', share: 1 }
  if (/^(?:0?\.\d+|[01](?:\.0+)?)$/.test(text)) return { kind: 'share', share: Number(text) }
  const ranges = text.split(',').map((part) => {
    const match = /^#(\d{1,9})(?:-#?(\d{1,9}))?$/.exec(part.trim())
    if (match?.[1] === undefined) return null
    const from = Number(match[1])
    const to = Number(match[2] ?? from)
    return from < 1 || to < from ? null : { from, to }
  })
  return ranges.includes(null) ? null : { kind: 'numbers', ranges: ranges.filter((range) => range !== null) }
}

/** Whether the request of this number is hit; `random` is asked once for a share, so that a seed repeats the choice. */
export function isHit(when: When, number: number, random: () => number): boolean {
  switch (when.kind) {
    case 'share':
      return when.share > 0 && random() < when.share
    case 'numbers':
      return when.ranges.some(({ from, to }) => from <= number && number <= to)
    default:
      return when satisfies never
  }
}
