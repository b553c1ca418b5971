// The rules as they were each time they were saved, with the day: what a figure of an earlier copy or closing went by.
import { Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { parseKept } from '../../shared/exact/exact-json.ts'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import { succeeded } from '../../shared/failure/failure.ts'
import { rulesVersion } from '../../shared/worth/rules-text.ts'
import common from '../ui/common.module.css'
import { CopyButton } from '../ui/copy-button.tsx'
import { DataTable, TableHead } from '../ui/data-table.tsx'
import { momentWords } from '../ui/instant-words.ts'
import dialog from '../ui/kept-lines.module.css'
import { LinkButton } from '../ui/link-button.tsx'
import { notifyOutcome } from '../ui/notify.tsx'
import type { Remembered } from '../ui/remembered-value.ts'
import { rememberedOf, useRemembered } from '../ui/use-remembered.tsx'
import { LONGEST_KEPT, readKeptRules } from './use-rules.ts'

const versionsSchema = z.array(
  z.object({
    text: z.string(),
    /** When it was saved, RFC 3339 UTC; null: before days were kept. */
    at: z.iso.datetime().nullable(),
  }),
)
/** Latest first. */
type Versions = z.infer<typeof versionsSchema>

const RULES_VERSIONS: Remembered<Versions> = {
  name: 'worth-rules-versions',
  read: (text) => parseKept(text, versionsSchema) ?? [],
}

const MOST_VERSIONS = 100

/**
 * Adds a version with rules that are saved now. The oldest go where there are more than 100, or more than can be kept.
 * @param before the text that was kept until now; null: there was none
 */
export function withVersion(versions: Versions, before: string | null, text: string, at: string): Versions {
  const known = before === null || versions[0]?.text === before ? versions : [{ text: before, at: null }, ...versions]
  let characters = '[]'.length
  const all: Versions = []
  for (const version of [{ text, at }, ...known].slice(0, MOST_VERSIONS)) {
    characters += JSON.stringify(version).length + 1
    if (characters > LONGEST_KEPT) break
    all.push(version)
  }
  return all
}

/** Adds to the versions that are stored, to which another window may have added; a notice says where that fails. */
export function keepVersion(connectionId: string, before: string | null, text: string): void {
  const at = new Date().toISOString()
  const stored = rememberedOf(connectionId, RULES_VERSIONS)
  void notifyOutcome(stored.update((versions) => succeeded(withVersion(versions, before, text, at))))
}

const HEADS = ['Version', 'Saved', 'Price rules', 'Prices']

interface RulesVersionsTableProps {
  connectionId: string
  /** Days and times are shown in it. */
  zone: string
  /** Tells what rules come to, drawn. */
  outcome: (text: string) => ReactNode
}

/** One of them can be looked at: its text, and what it makes of the events at hand. */
export function RulesVersionsTable({ connectionId, zone, outcome }: RulesVersionsTableProps) {
  const [versions] = useRemembered(connectionId, RULES_VERSIONS)
  const [looked, setLooked] = useState<string | null>(null)
  if (versions === null) return null
  if (versions.length === 0)
    return <p className={common.hint}>No version is kept yet. Each time the price rules are saved, one is kept.</p>
  return (
    <Stack gap={12} miw={0} className={common.part ?? ''}>
      <div className={`${common.scroll} ${dialog.scroll}`}>
        <DataTable aria-label="Versions of the price rules" className={dialog.lines ?? ''}>
          <TableHead heads={HEADS} numbers={['Price rules', 'Prices']} />
          <tbody>
            {versions.map(({ text, at }) => {
              const { rules, problems } = readKeptRules(text)
              const version = problems.length > 0 ? 'cannot be read' : rulesVersion(rules)
              return (
                <tr key={`${at} ${text}`} data-version={version}>
                  <th scope="row">
                    <LinkButton tone="accent" quiet aria-label={`Look at ${version}`} onClick={() => setLooked(text)}>
                      {version}
                    </LinkButton>
                  </th>
                  <td>{at === null ? 'before days were kept' : (momentWords(at, zone) ?? at)}</td>
                  <td data-number>{rules.rules.length}</td>
                  <td data-number>{rules.prices.length}</td>
                </tr>
              )
            })}
          </tbody>
        </DataTable>
      </div>
      <p className={common.hint}>
        {countWords(versions.length, 'version')}. The oldest are removed when there are more than {MOST_VERSIONS}, or
        when they take too much room.
      </p>
      {looked !== null && (
        <>
          <div className={dialog.tools}>
            <CopyButton text={looked} label="Copy this version">
              Copy this version
            </CopyButton>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
          <pre className={`${common.mono} ${common.small} ${common.scroll} ${dialog.scroll}`} tabIndex={0}>
            {looked}
          </pre>
          {readKeptRules(looked).problems.length === 0 && outcome(looked)}
        </>
      )}
    </Stack>
  )
}
