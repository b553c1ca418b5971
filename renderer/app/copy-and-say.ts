// Copies where there is no button in sight that would say so.
import { notifications } from '@mantine/notifications'
import { copyText } from '../ui/copy-text.ts'

export function copyAndSay(text: string): void {
  void copyText(text).then(({ copied, words }) =>
    notifications.show({
      message: words,
      ...(copied ? { role: 'status', autoClose: 2_000 } : { role: 'alert', color: 'red' }),
    }),
  )
}
