// Says that the event on screen is not of the ID as it was pasted, but of the one within it.
import { notifications } from '@mantine/notifications'

export function notifyCleaned(exact: string, cleaned: string): void {
  notifications.show({
    message: `No event has the ID ${short(exact)}. This is ${short(cleaned)}.`,
    autoClose: 6_000,
    role: 'status',
  })
}

/** Enough to know it by. */
const short = (text: string) => `“${text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text}”`
