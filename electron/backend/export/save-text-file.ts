// A small text that the user asked for as a file: written where they say, or offered to the browser.
import type { SavedText } from '../../../shared/export/file-export.ts'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { prepareWholeFile } from '../storage/whole-file.ts'
import { heldDownload, type OfferDownload, type SaveFiles } from './delivery.ts'

export interface TextFile {
  fileName: string
  mediaType: string
  text: string
}

export interface TextDelivery {
  /** Null where the browser fetches files, to which `offer` leads. */
  saving: Pick<SaveFiles, 'askWhere'> | null
  offer: OfferDownload | null
}

/** Fails with `disk`. */
export async function saveTextFile(
  { fileName, mediaType, text }: TextFile,
  { saving, offer }: TextDelivery,
): Promise<Result<SavedText>> {
  const bytes = Buffer.from(text)
  if (saving === null) {
    if (offer === null) {
      return failed({ kind: 'invalid', field: 'export', message: 'There is nobody to hand the file to.' })
    }
    return succeeded({ kind: 'download', address: offer(heldDownload(fileName, mediaType, bytes)) })
  }
  const path = await saving.askWhere(fileName, fileName.slice(fileName.lastIndexOf('.') + 1))
  if (path === null) return succeeded({ kind: 'dismissed' })
  const file = await prepareWholeFile(path, [bytes])
  if (!file.ok) return file
  const placed = await file.value.commit()
  return placed.ok ? succeeded({ kind: 'saved', path }) : placed
}
