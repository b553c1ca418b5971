// Places that were chosen for files before these could be begun. A path never comes from the page: it has a name for each.
import { basename } from 'node:path'
import type { ExportPlace } from '../../../shared/export/file-export.ts'
import type { FileFormatName } from '../../../shared/export/file-formats.ts'
import type { SaveFiles } from './delivery.ts'

export interface ChosenPlaces {
  /** Asks the user; `none` where the browser fetches files. */
  ask(fileName: string, format: FileFormatName): Promise<ExportPlace>
  /** The path, once; null where it is not known, as after a restart. */
  take(placeId: string): string | null
}

/** More do not wait for their readings; the oldest is asked for again. */
const MOST_KEPT = 100

export function createChosenPlaces(effects: {
  saving: Pick<SaveFiles, 'askWhere'> | null
  /** Not guessable. */
  randomId: () => string
}): ChosenPlaces {
  const { saving, randomId } = effects
  /** Chosen first, first. */
  const paths = new Map<string, string>()
  return {
    async ask(fileName, format) {
      if (saving === null) return { kind: 'none' }
      const path = await saving.askWhere(basename(fileName), format)
      if (path === null) return { kind: 'dismissed' }
      const placeId = randomId()
      paths.set(placeId, path)
      for (const oldest of paths.keys()) if (paths.size > MOST_KEPT) paths.delete(oldest)
      return { kind: 'chosen', placeId }
    },
    take(placeId) {
      const path = paths.get(placeId) ?? null
      paths.delete(placeId)
      return path
    },
  }
}
