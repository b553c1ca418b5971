// What "Values", "Checks" and "Changes" must say, found in plain loops: shares nothing with what it is held against.
import { jsonOf, type SentEvent } from './totals-reference.ts'

/** How many events have a property as each kind. */
export function kindsOf(events: readonly SentEvent[], name: string): Record<string, number> {
  const kinds: Record<string, number> = {}
  for (const event of events) {
    const json = jsonOf(event, name)
    const kind = json === null ? 'missing' : json.startsWith('"') ? 'string' : 'number'
    kinds[kind] = (kinds[kind] ?? 0) + 1
  }
  return kinds
}

export const distinctOf = (events: readonly SentEvent[], name: string): number =>
  new Set(events.flatMap((event) => jsonOf(event, name) ?? [])).size

/** IDs of events that are alike but for these properties, each group within so many seconds of its first. */
export function duplicatesOf(events: readonly SentEvent[], seconds: number, ignored: readonly string[]): string[][] {
  const groups: { alike: string; begun: number; ids: string[] }[] = []
  for (const event of events.toSorted((a, b) => Date.parse(a.created) - Date.parse(b.created))) {
    const properties = event.properties.filter(([name]) => !ignored.includes(name)).sort()
    const alike = JSON.stringify([event.customer, event.code, event.type, properties])
    const at = Date.parse(event.created)
    const open = groups.findLast((group) => group.alike === alike)
    if (open === undefined || at - open.begun > seconds * 1_000) groups.push({ alike, begun: at, ids: [event.id] })
    else if (!open.ids.includes(event.id)) open.ids.push(event.id)
  }
  return groups.flatMap(({ ids }) => (ids.length > 1 ? [ids] : []))
}

/** Cents of an amount with two places, as "1249.00". */
export const cents = (text: string): number => Number(text.replace('.', ''))
