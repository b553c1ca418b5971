// Offers a text as a file: the way out for a page that may not write to disk itself.

/** Long enough for a browser to have taken the address, in ms. */
const REVOKE_AFTER = 60_000

export function saveDownload(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER)
}
