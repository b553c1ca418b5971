// Files that come out of the page: downloaded in a browser, and told once they are saved.
import type { SavedText } from '../../shared/export/file-export.ts'
import { say } from './notify.tsx'

/**
 * Makes the browser download from an address; the page stays open.
 * @param address of this page's origin. Whether a download begins, and how it ends, only the browser knows.
 */
export function download(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}

/**
 * Tells the user whether a small file was saved. In the browser it is downloaded first.
 * @param name of the file's content, such as "Invoice"
 */
export function saySaved(outcome: SavedText, name: string): void {
  if (outcome.kind === 'saved') say(`Saved ${outcome.path}`)
  if (outcome.kind !== 'download') return
  download(outcome.address)
  say(`${name} downloaded`)
}
