// case/ gathers events, tables, receipts and notes for somebody else, and makes one file of them.
// The dialog "Report": what was gathered, for whom it is, and the file of it.

import { Button, Checkbox, Group, Modal, SegmentedControl, Stack } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { type Audience, type Case, type CaseFormat, customersOf, requestsOf } from '../../shared/case/case.ts'
import { type CaseFacts, casePages } from '../../shared/case/case-pages.ts'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import { bridge } from '../bridge.ts'
import common from '../ui/common.module.css'
import { saySaved } from '../ui/download.ts'
import { notifyError, say, unsay } from '../ui/notify.tsx'
import { useRemembered } from '../ui/use-remembered.tsx'
import { CaseEntries, CaseList } from './case-list.tsx'
import { CUSTOMER_NAMES } from './customer-names.ts'
import { CASE_LIST, type CaseList as Cases, keptCase, newCase } from './kept-case.ts'
import { isAnyTyped, LETTERHEAD, LetterFields } from './letter-fields.tsx'
import { printPages } from './print-pages.ts'
import { CustomerNames } from './shown-names.tsx'

interface CaseDialogProps {
  opened: boolean
  /** Null while it is closed. */
  connectionId: string | null
  onClose: () => void
}

export function CaseDialog({ opened, connectionId, onClose }: CaseDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Report" size={760}>
      {connectionId !== null && <OpenCase key={connectionId} connectionId={connectionId} />}
    </Modal>
  )
}

function OpenCase({ connectionId }: { connectionId: string }) {
  const [list] = useRemembered(connectionId, CASE_LIST)
  // What was said of its last entry would lie over its buttons.
  useEffect(unsay, [])
  if (list === null) return <p>Loading…</p>
  return (
    <CustomerNames connectionId={connectionId}>
      <ListedCase connectionId={connectionId} list={list} />
    </CustomerNames>
  )
}

function ListedCase({ connectionId, list }: { connectionId: string; list: Cases }) {
  const [kept, change] = useRemembered(connectionId, keptCase(list.open))
  const entries = kept?.is === 'case' ? kept.case.items.length : null
  return (
    <Stack gap={16}>
      <CaseList connectionId={connectionId} list={list} entries={entries} />
      {kept === null && <p>Loading…</p>}
      {kept?.is === 'unreadable' && (
        <div>
          <p>
            This report was written by another version of Eventscope, or is damaged. It stays as it is until you start
            another one in its place.
          </p>
          <Button variant="default" onClick={() => change(newCase())}>
            Start another report
          </Button>
        </div>
      )}
      {kept?.is === 'case' && (
        <Gathered
          key={list.open}
          connectionId={connectionId}
          known={kept.case}
          onChange={(known) => change({ is: 'case', case: known })}
        />
      )}
    </Stack>
  )
}

/** What is printed here has no diagnostics: only files do. */
const factsNow = (): CaseFacts => ({ program: 'Eventscope', at: new Date().toISOString(), diagnostics: [] })

interface GatheredProps {
  connectionId: string
  known: Case
  onChange: (known: Case) => void
}

function Gathered({ connectionId, known, onChange }: GatheredProps) {
  const [names] = useRemembered(connectionId, CUSTOMER_NAMES)
  const named = useMemo(() => ({ ...known, names: names ?? [] }), [known, names])
  const [forWhom, setForWhom] = useState<Audience['is']>('colleague')
  const [masked, setMasked] = useState(false)
  const customers = useMemo(() => customersOf(known), [known])
  const [customerId, setCustomerId] = useState<string | null>(null)
  const [properties, setProperties] = useState<string[]>([])
  const chosen = customerId ?? customers[0] ?? null
  const [facts] = useState(factsNow)
  const [letterhead, changeLetterhead] = useRemembered(connectionId, LETTERHEAD)
  const audience: Audience | null =
    forWhom === 'colleague'
      ? { is: 'colleague', masked }
      : chosen === null
        ? null
        : { is: 'customer', customerId: chosen, properties, letterhead: letterhead ?? undefined }
  const made = audience === null ? null : casePages(named, audience, facts)
  const refused = made?.ok === false ? made.refused : []
  const isEmpty = known.items.length === 0
  const why = isEmpty ? 'Nothing was added yet.' : audience === null ? 'No entry names a customer.' : undefined
  const canSave = why === undefined && refused.length === 0 && names !== null

  async function save(format: CaseFormat) {
    if (audience === null) return
    const outcome = await bridge.exports.saveCase({ connectionId, case: named, audience, format })
    if (outcome.kind === 'refused') return say(outcome.refused[0]?.words ?? 'It cannot be saved.', 'refused')
    saySaved(outcome, 'Report')
  }

  return (
    <Stack gap={16}>
      <CaseEntries known={known} refused={refused} onChange={onChange} />
      <Group gap="8px 16px">
        <SegmentedControl
          aria-label="For whom"
          value={forWhom}
          onChange={(value) => setForWhom(value as Audience['is'])}
          data={[
            { value: 'colleague', label: 'For a colleague' },
            { value: 'customer', label: 'For the customer' },
          ]}
        />
        {forWhom === 'colleague' && (
          <Checkbox
            label="Mask customers"
            description="Each customer becomes a letter, such as “customer A”; another report uses other letters. Masked does not mean anonymous."
            checked={masked}
            onChange={({ currentTarget }) => setMasked(currentTarget.checked)}
          />
        )}
      </Group>
      {forWhom === 'customer' && (
        <LetterFields
          known={known}
          customers={customers}
          customerId={chosen}
          properties={properties}
          letterhead={letterhead}
          at={facts.at}
          onCustomer={setCustomerId}
          onProperties={setProperties}
          onLetterhead={changeLetterhead}
          onChange={onChange}
        />
      )}
      {refused.length > 0 && (
        <div role="alert" className={common.notice} data-tone="danger">
          <p className={common.strong}>This cannot be shown to the customer</p>
          <ul className={common.bullets}>
            {refused.map(({ id, words }) => (
              <li key={id}>{words}</li>
            ))}
          </ul>
        </div>
      )}
      {forWhom === 'colleague' && !isEmpty && <GoesAlong connectionId={connectionId} known={known} masked={masked} />}
      <p className={common.hint}>
        {why ?? 'Notes cannot be changed in Eventscope; the file is not signed. It contains no API key.'}
      </p>
      <Group justify="end" gap={8}>
        {SAVED.map(({ format, label }) => (
          <Button
            key={format}
            variant={format === 'html' ? 'filled' : 'default'}
            disabled={!canSave}
            onClick={() => void save(format).catch(notifyError)}
          >
            {label}
          </Button>
        ))}
        <Button variant="default" disabled={!canSave} onClick={() => made?.ok && printPages(made.pages)}>
          Print
        </Button>
      </Group>
    </Stack>
  )
}

/** What a file for a colleague has besides what is seen of the entries, and what stays in clear where it is masked. */
function GoesAlong({ connectionId, known, masked }: { connectionId: string; known: Case; masked: boolean }) {
  const [requests, setRequests] = useState<number | null>(null)
  useEffect(() => {
    let isOver = false
    const count = async () => {
      const [connections, sent] = await Promise.all([bridge.connections.list(), bridge.activity.list()])
      const connection = connections.find(({ id }) => id === connectionId)
      if (!isOver) setRequests(connection === undefined ? 0 : requestsOf(known, connection, sent).length)
    }
    count().catch(notifyError)
    return () => {
      isOver = true
    }
  }, [connectionId, known])
  const along = requests ? `, the latest of ${countWords(requests, 'request')} for its events` : ''
  return (
    <p className={common.hint}>
      The file also holds: where each entry comes from, the text of events{along}, and the version of Eventscope.
      {masked && ` ${unmaskedWords(known)}`}
    </p>
  )
}

/** IDs and names of checked files are masked wherever they stand; what else a customer is called is not known. */
export function unmaskedWords({ items, details }: Case): string {
  const notes = items.filter(({ is }) => is === 'note').length
  const files = items.filter(({ is }) => is === 'receipt').length
  const places = [
    details.title === '' ? [] : ['the title'],
    isAnyTyped(details) ? ['what was typed for the customer'] : [],
    notes === 0 ? [] : [countWords(notes, 'note')],
    files === 0 ? [] : [`the file names of ${countWords(files, 'receipt')}`],
    items.some(({ is }) => is === 'event' || is === 'table') ? ['properties and tables'] : [],
  ].flat()
  return `IDs are masked, and the names that checked files give them. Other names are not: read ${places.join(', ')} before you save.`
}

const SAVED: readonly { format: CaseFormat; label: string }[] = [
  { format: 'html', label: 'Save as HTML' },
  { format: 'markdown', label: 'Save as Markdown' },
  { format: 'json', label: 'Save as JSON' },
]
