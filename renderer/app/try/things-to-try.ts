// Five things to try with the sample company: what each is called, what its card says, and what is to be seen at its end. The
// figures are the company's, and things-to-try.test.ts holds them against its events.

export type ThingToTry = (typeof THINGS_TO_TRY)[number]['is']

/** What is said of a thing once it is there. @param month as "October" */
type Words = (month: string) => string

interface Thing {
  is: string
  title: string
  /** On its card. */
  words: Words
  /** At its end, beside what the window shows. */
  seen: Words
}

export const THINGS_TO_TRY = [
  {
    is: 'mail',
    title: 'Answer a customer’s mail',
    words: () => 'Paste it, find the event and its twin.',
    seen: () =>
      'Pasted into Find, this mail is offered as a search for its customer, its day and its event code. One of the two events is open; the row that is marked looks like the same usage again, 2 s later with the same idempotency_key.',
  },
  {
    is: 'twice',
    title: 'Was anybody charged twice?',
    words: (month) => `Possibly 480.00 EUR in ${month}.`,
    seen: () =>
      'Twelve batches of cus_nordlicht came again 2 s later with the same idempotency_key: possibly 480.00 EUR charged too much. A refund of 49.60 EUR was given twice, too. Each group can be marked once it is settled.',
  },
  {
    is: 'invoice',
    title: 'Check an invoice',
    words: () => 'Nordlicht’s 46.00 EUR hide four mistakes.',
    seen: () =>
      'The invoice is 46.00 EUR lower than its events are worth, which looks harmless. It charges 3.00, 135.00 and 16.00 EUR too much, and does not bill 200.00 EUR. Choose a line to see what may have caused it.',
  },
  {
    is: 'changed',
    title: 'What changed after closing?',
    words: (month) => `Two events dated ${month} came later, −375.30 EUR.`,
    seen: (month) =>
      `Two events of cus_halden came after the closing copy of ${month}: 37.20 EUR charged and 412.50 EUR taken off, together −375.30 EUR.`,
  },
  {
    is: 'workbook',
    title: 'Totals in a workbook that adds up',
    words: () => 'Three currencies, never added together.',
    seen: (month) =>
      `The workbook has what these totals show: 42,803.30 EUR, 64,916.00 USD and 3,843.70 GBP for ${month}, with what each figure leaves out. No line adds two currencies together.`,
  },
] as const satisfies readonly Thing[]

/** A day on which two of Nordlicht's batches came twice, the second one 2 s later; as a day of any month. */
export const DAY_OF_MAIL = 6

/** The mail, as a customer writes it: without the ID of an event. @param month as "October" */
export const mailOf: Words = (month) =>
  `Hello, in our usage of ${DAY_OF_MAIL} ${month} we see 100,000 api_calls at 03:00 twice. Were we charged for both? Nordlicht Logistik, cus_nordlicht`
