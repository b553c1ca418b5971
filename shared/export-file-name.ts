// The name of an exported file: the page tells it before the backend gives it.

/** As "eventscope-staging-page", usable on every system; the export's time and ".csv" follow. */
export function exportFileStem(connectionName: string, what: string): string {
  const slug = connectionName
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return ['eventscope', [...slug.toLowerCase()].slice(0, 40).join(''), what].filter(Boolean).join('-')
}
