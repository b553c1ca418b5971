// Leads the browser to an address that answers with a file to be saved: the page stays.
export function download(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
