// Makes the browser download from an address; the page stays open.

/** @param address of this page's origin. Whether a download begins, and how it ends, only the browser knows. */
export function download(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
