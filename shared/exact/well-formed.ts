// Half a surrogate pair: no file in UTF-8 and no clipboard can hold one.

/** The text with each half pair written as JSON escapes it (`\ud83d`); any other text as it is. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`)
}
