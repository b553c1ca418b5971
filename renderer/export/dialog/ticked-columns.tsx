// The columns of the file as ticked: the chosen ones, or those that a customer gets.
import { allColumns, type ExportDraft, internalColumns, isSame } from '../store/export-draft.ts'
import { ColumnsField } from './columns-field.tsx'
import type { DialogSubject } from './export-subject.ts'

interface TickedColumnsProps {
  draft: ExportDraft
  subject: DialogSubject
  /** Names of properties of the sampled rows. */
  names: readonly string[]
  problem: string | null
  onChange: (part: Partial<ExportDraft>) => void
}

export function TickedColumns({ draft, subject, names, problem, onChange }: TickedColumnsProps) {
  const seen = allColumns(names)
  if (draft.columns === 'customer') {
    const internal = internalColumns(draft, names)
    return (
      <ColumnsField
        all={seen}
        ticked={seen.filter((one) => !internal.some((left) => isSame(left, one)))}
        hint="Columns that are not ticked are internal: they stay out of the file, as do the receipt, the connection and its address. This choice is remembered."
        problem={problem}
        onTicked={(ticked) => {
          // Columns marked as internal elsewhere stay internal.
          const unseen = internal.filter((left) => !seen.some((one) => isSame(left, one)))
          onChange({ internal: [...unseen, ...seen.filter((one) => !ticked.some((other) => isSame(other, one)))] })
        }}
      />
    )
  }
  const chosen = draft.chosen ?? subject.onScreen
  const unseen = chosen.filter((one) => !seen.some((other) => isSame(one, other)))
  return (
    <ColumnsField
      all={[...seen, ...unseen]}
      ticked={chosen}
      hint="The file has them in the order in which they are ticked. A property that no row has becomes an empty column."
      problem={problem}
      onTicked={(ticked) => onChange({ chosen: ticked })}
    />
  )
}
