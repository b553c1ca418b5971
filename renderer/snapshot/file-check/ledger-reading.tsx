// How a ledger is read: what its lines are found by, its columns, and what only ledgers leave open.
import { type FileChoices, NOTHING_CHOSEN } from '../../../shared/check/checked-file.ts'
import { zones } from '../../../shared/time/instant.ts'
import type { LookedFile } from '../store/file-check-state.ts'
import type { FileKind } from '../store/file-choices.ts'
import { BY_ITSELF, Choice, Typed } from './choice-field.tsx'
import { meantColumns, usualKey } from './column-meanings.ts'
import { ReadingChoices } from './reading-choices.tsx'

interface LedgerReadingProps {
  /** Null: it could not be read yet. */
  look: LookedFile | null
  choices: FileChoices
  /** In which times stand that say no offset, unless another is chosen. */
  snapshotZone: string
  onKind: (kind: FileKind) => void
  onChoose: (change: Partial<FileChoices>) => void
}

export function LedgerReading({ look, choices, snapshotZone, onKind, onChoose }: LedgerReadingProps) {
  return (
    <ReadingChoices
      kind="ledger"
      look={look}
      choices={choices}
      isFurtherChosen={LEDGERS_ALONE.some((name) => choices[name] !== NOTHING_CHOSEN[name])}
      onKind={onKind}
      onChoose={onChoose}
      first={
        look !== null && (
          <Choice
            label="Lines are found by"
            value={choices.key === null ? 'id' : 'key'}
            options={[
              { value: 'id', label: 'Event ID' },
              { value: 'key', label: 'Other columns' },
            ]}
            onChange={(value) =>
              onChoose({ key: value === 'id' ? null : usualKey(meantColumns(look, choices), look.lines) })
            }
          />
        )
      }
      further={
        <>
          <Choice
            label="Times without an offset are in"
            value={choices.zone ?? BY_ITSELF}
            options={[
              { value: BY_ITSELF, label: snapshotZone.replaceAll('_', ' ') },
              ...zones()
                .filter((zone) => zone !== snapshotZone)
                .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
            ]}
            onChange={(zone) => onChoose({ zone: zone === BY_ITSELF ? null : zone })}
          />
          <Typed
            label="Currency of all amounts"
            hint="Where no column says it"
            value={choices.currency ?? ''}
            placeholder="not known"
            onType={(text) => onChoose({ currency: text.trim() === '' ? null : text.trim().slice(0, 100) })}
          />
          <Choice
            label="Amounts of credits"
            value={choices.amounts}
            options={[
              { value: 'as-sent', label: 'as the service sends them' },
              { value: 'as-counted', label: 'below zero, as they count' },
            ]}
            onChange={(value) => onChoose({ amounts: value === 'as-counted' ? 'as-counted' : 'as-sent' })}
          />
        </>
      }
    />
  )
}

const LEDGERS_ALONE = ['zone', 'currency', 'amounts'] as const
