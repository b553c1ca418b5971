// Amounts of bytes in words.

/** "812 bytes", "8.2 kB", "268 MB": in thousands and millions of bytes, as discs and file managers count. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  return bytes < 999_500 ? `${rounded(bytes / 1000)} kB` : `${rounded(bytes / 1_000_000)} MB`
}

const rounded = (amount: number) => amount.toLocaleString('en', { maximumFractionDigits: amount < 10 ? 1 : 0 })
