// This is what readings observed of each connection's service in the gaps of docs/interface.md, kept for the page. The
// file is not encrypted, so its requests are stored without the values that they filtered by.
import { z } from 'zod'
import { type Result, succeeded } from '../../../../shared/failure/failure.ts'
import { jsonFile, type UserDataEffects } from '../../storage/json-file.ts'
import { type Finding, findingSchema } from '../reading-state.ts'

export type ServiceFindings = ReturnType<typeof createServiceFindings>

interface Served {
  id: string
  baseUrl: string
}

const knownSchema = z.object({ id: z.string(), baseUrl: z.string(), findings: z.array(findingSchema) })

/** Keeps findings by connection and base URL in findings.json; writing fails with `disk`. */
export function createServiceFindings(effects: UserDataEffects) {
  const file = jsonFile({ ...effects, name: 'findings.json', schema: z.array(knownSchema) })
  const isSame = (a: Served, b: Served) => a.id === b.id && a.baseUrl === b.baseUrl
  const done = (written: Result<unknown>): Result<null> => (written.ok ? succeeded(null) : written)

  return {
    /** The latest on each matter; none if the connection has moved to another server since. */
    of: async (connection: Served): Promise<Result<Finding[]>> => {
      const known = await file.read()
      return known.ok ? succeeded(known.value?.find((one) => isSame(one, connection))?.findings ?? []) : known
    },
    /** Adds findings, each in place of an earlier one on the same matter. */
    add: async ({ id, baseUrl }: Served, findings: readonly Finding[]): Promise<Result<null>> => {
      if (findings.length === 0) return succeeded(null)
      const found = findings.map(withoutFilters)
      const written = await file.change((before) => {
        const all = before ?? []
        const earlier = all.find((one) => isSame(one, { id, baseUrl }))?.findings ?? []
        const others = earlier.filter(({ about }) => found.every((one) => one.about !== about))
        return [...all.filter((one) => one.id !== id), { id, baseUrl, findings: [...others, ...found] }]
      })
      return done(written)
    },
    /** Drops the findings of a deleted connection. */
    forget: async (connectionId: string) =>
      done(await file.change((all) => (all ?? []).filter(({ id }) => id !== connectionId))),
  }
}

const TELLING = new Set(['created_at_from', 'created_at_to', 'limit', 'offset'])

function withoutFilters(finding: Finding): Finding {
  const requests = finding.requests.map(({ body, saw }) => {
    const fields = Object.entries(JSON.parse(body) as Record<string, unknown>)
    const shown = fields.map(([name, value]) => [name, TELLING.has(name) ? value : '…'])
    return { body: JSON.stringify(Object.fromEntries(shown)), saw }
  })
  return { ...finding, requests }
}
