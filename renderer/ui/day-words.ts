// A day of the calendar, as people say it.

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `date` is `YYYY-MM-DD`: "25 Oct". */
export function dayWords(date: string): string {
  const [, month = '', day] = date.split('-')
  return `${Number(day)} ${MONTHS[Number(month) - 1]}`
}
