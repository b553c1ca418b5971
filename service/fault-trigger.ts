// When a fault is injected: into a share of requests, or into requests with certain numbers.

export type FaultTrigger =
  | { kind: 'share'; share: number }
  | { kind: 'numbers'; ranges: { from: number; to: number }[] }

/** Parses `0.05` (a share), `all`, `#3`, `#3,#7` or `#2-5` (request numbers, from 1); null for anything else. */
export function readFaultTrigger(text: string): FaultTrigger | null {
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

/** Whether the fault hits the request with this number. Calls `random` exactly once for a share, so that a seed repeats the choice. */
export function isTriggered(trigger: FaultTrigger, number: number, random: () => number): boolean {
  switch (trigger.kind) {
    case 'share':
      return trigger.share > 0 && random() < trigger.share
    case 'numbers':
      return trigger.ranges.some(({ from, to }) => from <= number && number <= to)
    default:
      return trigger satisfies never
  }
}
