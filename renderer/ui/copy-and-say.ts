// Copies, and says so in a notice: for commands, which have no button to change.
import { copyText } from './copy-text.ts'
import { say } from './say.ts'

export function copyAndSay(text: string): void {
  void copyText(text).then(({ copied, words }) => say(words, !copied))
}
