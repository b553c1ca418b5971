// "All matches", for page and command alike: a search is read to its verdict, then its file is written. No window has to
// be there for it.
import type { Failure, Result } from '../../../shared/failure/failure.ts'
import type { ReadingOutcome } from '../snapshots/reading/read-snapshot.ts'
import type { ExportMaterial } from './export-material.ts'

export interface MatchesSteps<Written> {
  /** Reads on from where it was. */
  read: () => Promise<ReadingOutcome>
  /** What the file is made of, once all is read. */
  material: () => Promise<Result<ExportMaterial>>
  /** Writes the file and its receipt. The material is closed after it. */
  write: (material: ExportMaterial) => Promise<Result<Written>>
}

export type MatchesOutcome<Written> =
  | { kind: 'written'; written: Written }
  /** All matches are read, but there is no file. */
  | { kind: 'unwritten'; because: Failure }
  | Exclude<ReadingOutcome, { kind: 'finished' }>

/** Rejects with what a step throws; the material is closed even so. */
export async function exportMatches<Written>(steps: MatchesSteps<Written>): Promise<MatchesOutcome<Written>> {
  const end = await steps.read()
  if (end.kind !== 'finished') return end
  const material = await steps.material()
  if (!material.ok) return { kind: 'unwritten', because: material.failure }
  try {
    const written = await steps.write(material.value)
    return written.ok ? { kind: 'written', written: written.value } : { kind: 'unwritten', because: written.failure }
  } finally {
    await material.value.close()
  }
}
