// Puts an exact text on the clipboard, and reports the outcome.

/** Never rejects; `words` are for people. */
export async function copyText(text: string): Promise<{ copied: boolean; words: string }> {
  if (navigator.clipboard === undefined) {
    return { copied: false, words: 'Not copied: this window has no access to the clipboard' }
  }
  try {
    await navigator.clipboard.writeText(text)
  } catch (error: unknown) {
    return { copied: false, words: `Not copied: ${whyRefused(error)}` }
  }
  // The clipboard takes well-formed Unicode only and replaces the rest.
  return { copied: true, words: text.isWellFormed() ? 'Copied' : 'Copied, with � for a broken character' }
}

function whyRefused(error: unknown): string {
  if (error instanceof DOMException && error.name === 'NotAllowedError') {
    return 'the browser does not let this window write to the clipboard'
  }
  return `the clipboard refused (${error instanceof Error && error.message !== '' ? error.message : 'no reason given'})`
}
