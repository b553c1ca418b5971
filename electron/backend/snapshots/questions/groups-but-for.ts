// Groups of events that are alike but for an identifier of their own, such as a transaction_id: one usage that was sent under
// several of them, or several usages that are right.
import { readDecimal } from '../../../../shared/exact/decimal.ts'
import type { DuplicatesQuestion } from '../../../../shared/snapshot/snapshot-checks.ts'
import { parseInstant } from '../../../../shared/time/instant.ts'
import { isIdentifierName } from '../../../../shared/worth/request-names.ts'
import { countedProperty } from '../../../../shared/worth/rule.ts'
import { meaningsOfRules } from '../../../../shared/worth/rules-of-meanings.ts'
import type { WorthRules } from '../../../../shared/worth/worth-rules.ts'
import { duplicateGroups, evidenceOf, identifiersOf } from './duplicate-groups.ts'
import type { Column } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { inSteps, type Turn } from './turn.ts'

/** Of these, the commonest. */
const MOST_IDENTIFIERS = 5
/** Values that are read to tell what a property holds. */
const MOST_READ = 1_000

/**
 * @param duplicates groups of the same question that are possible duplicates: the later events of each are not looked at, so
 * that nothing is in both
 * @returns `names`: the identifiers in which events of these groups differ
 */
export async function groupsButFor(
  snapshot: LoadedSnapshot,
  all: Uint32Array,
  question: DuplicatesQuestion,
  { rules, duplicates }: { rules: WorthRules; duplicates: readonly (readonly number[])[] },
  turn: Turn,
): Promise<{ groups: number[][]; names: string[] }> {
  const identifiers = await ownIdentifiers(snapshot, all, namesWithMeaning(question, rules), turn)
  const repeated = new Set<number>()
  for (const group of duplicates) for (const row of group.slice(1)) repeated.add(row)
  // Events without an identifier are not compared with events that have it.
  const subsets = new Map<number, number[]>()
  await inSteps(all.length, turn, (from, to) => {
    for (const row of all.subarray(from, to)) {
      const which = identifiers.reduce((bits, [, { codes }], place) => bits | (codes[row] ? 1 << place : 0), 0)
      if (which === 0 || repeated.has(row)) continue
      const subset = subsets.get(which)
      if (subset === undefined) subsets.set(which, [row])
      else subset.push(row)
    }
  })

  const ignored = [...new Set([...question.ignored, ...identifiers.map(([name]) => name)])]
  const columns = await snapshot.properties(ignored, turn)
  const groups: number[][] = []
  const names = new Set<string>()
  for (const subset of subsets.values()) {
    const found = await duplicateGroups(snapshot, Uint32Array.from(subset), { ...question, ignored }, turn)
    for (const group of found.groups) {
      if (evidenceOf(identifiersOf(group, question.ignored, columns)) === 'against') continue
      groups.push(group)
      for (const [name, { codes }] of identifiers) {
        if (group.some((row) => codes[row] !== codes[group[0] ?? 0])) names.add(name)
      }
    }
  }
  groups.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
  return { groups, names: identifiers.map(([name]) => name).filter((name) => names.has(name)) }
}

/** What is money, a quantity or a unit is no identifier, however rarely a value of it comes again. */
function namesWithMeaning({ ignored, unruled }: DuplicatesQuestion, rules: WorthRules): ReadonlySet<string> {
  return new Set([
    ...ignored,
    ...(unruled === null ? [] : [...unruled.measure.properties, ...unruled.units]),
    ...meaningsOfRules(rules).flatMap(({ name, meaning }) => (meaning === 'none' ? [] : [name])),
    ...rules.rules.flatMap(({ quantity }) => countedProperty(quantity) ?? []),
  ])
}

/** Properties that have another value in at least nine of ten rows that have them. */
async function ownIdentifiers(
  { table }: LoadedSnapshot,
  rows: Uint32Array,
  others: ReadonlySet<string>,
  turn: Turn,
): Promise<[name: string, Column][]> {
  const found: [string, Column][] = []
  for (const { name } of table.names) {
    const column = table.properties.get(name)
    if (column === undefined || others.has(name)) continue
    const seen = new Uint8Array(column.values.size + 1)
    let having = 0
    let different = 0
    await inSteps(rows.length, turn, (from, to) => {
      for (const row of rows.subarray(from, to)) {
        const code = column.codes[row] ?? 0
        if (code === 0) continue
        having += 1
        different += seen[code] === 0 ? 1 : 0
        seen[code] = 1
      }
    })
    if (having < 2 || different * 10 < having * 9 || !areIdentifiers(name, column)) continue
    if (found.push([name, column]) === MOST_IDENTIFIERS) break
  }
  return found
}

/** Numbers and times differ from event to event because the usage does, unless the name says that they are identifiers. */
function areIdentifiers(name: string, { values }: Column): boolean {
  const isNamed = isIdentifierName(name)
  for (let id = 1; id <= Math.min(values.size, MOST_READ); id += 1) {
    const kind = values.kind(id)
    if (kind !== 'string' && !(isNamed && kind === 'number')) return false
    if (isNamed) continue
    const text = values.beginning(id, 100)
    if (readDecimal(text) !== null || parseInstant(text) !== null) return false
  }
  return true
}
