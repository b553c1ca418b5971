// The rules of a connection as they are kept: the text that is copied and pasted. What is read from it is beside its readers.
import { readPropertyMeanings } from '../../shared/snapshot/remembered-answers.ts'
import type { Remembered } from '../ui/remembered-value.ts'

/** `text`: null while nobody said any. */
export const RULES_TEXT: Remembered<{ text: string | null }> = {
  name: 'worth-rules',
  read: (text) => ({ text: text === '' ? null : text }),
  write: ({ text }) => text ?? '',
}

/** What was said before there were rules; nothing writes it any more. */
export const OLDER_MEANINGS = { name: 'property-meanings', read: readPropertyMeanings }
