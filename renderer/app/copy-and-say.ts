// Copies where there is no button in sight that would say so.
import { copyText } from '../ui/copy-text.ts'
import { say } from '../ui/say.ts'

export function copyAndSay(text: string): void {
  void copyText(text).then(({ copied, words }) => say(words, !copied))
}
