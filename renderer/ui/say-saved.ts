// Tells the user whether a small file was saved. In the browser it is downloaded first.
import type { SavedText } from '../../shared/export/file-export.ts'
import { download } from './download.ts'
import { say } from './say.ts'

/** @param name of the file's content, such as "Invoice" */
export function saySaved(outcome: SavedText, name: string): void {
  if (outcome.kind === 'saved') say(`Saved ${outcome.path}`)
  if (outcome.kind !== 'download') return
  download(outcome.address)
  say(`${name} downloaded`)
}
