// Puts an exact text on the clipboard, and reports the outcome.
import { say } from './notify.tsx'

/**
 * Never rejects; `words` are for people.
 * @param html the same for programs that take tables; null: there is none
 */
export async function copyText(text: string, html: string | null = null): Promise<{ copied: boolean; words: string }> {
  if (html !== null && copyBoth(text, html)) return { copied: true, words: copiedWords(text) }
  if (navigator.clipboard === undefined) {
    return { copied: false, words: 'Not copied: this window has no access to the clipboard' }
  }
  try {
    await navigator.clipboard.writeText(text)
  } catch (error: unknown) {
    return { copied: false, words: `Not copied: ${whyRefused(error)}` }
  }
  return { copied: true, words: copiedWords(text) }
}

/** The clipboard takes well-formed Unicode only and replaces the rest. */
const copiedWords = (text: string) => (text.isWellFormed() ? 'Copied' : 'Copied, with � for a broken character')

/**
 * Through a copy event: what `navigator.clipboard.write` takes loses the types of its cells, so that 00042 would be pasted as 42.
 * False where the browser does not let a page copy by itself.
 */
function copyBoth(text: string, html: string): boolean {
  let isSet = false
  const put = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    event.clipboardData?.setData('text/plain', text)
    event.clipboardData?.setData('text/html', html)
    isSet = event.clipboardData !== null
  }
  document.addEventListener('copy', put, { capture: true, once: true })
  try {
    return document.execCommand('copy') && isSet
  } finally {
    document.removeEventListener('copy', put, { capture: true })
  }
}

function whyRefused(error: unknown): string {
  if (error instanceof DOMException && error.name === 'NotAllowedError') {
    return 'the browser does not let this window write to the clipboard'
  }
  return `the clipboard refused (${error instanceof Error && error.message !== '' ? error.message : 'no reason given'})`
}

/** Copies, and says so in a notice: for commands, which have no button to change. */
export function copyAndSay(text: string): void {
  void copyText(text).then(({ copied, words }) => say(words, !copied))
}
