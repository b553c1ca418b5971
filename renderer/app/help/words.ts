// What the words of the window mean, in the order in which one meets them.

/** Each with a sentence that needs none of the others to be looked up first. */
export const WORDS: readonly (readonly [string, string])[] = [
  ['Event', 'One record of usage, as the service sends it: of whom, of what, when, and its properties.'],
  ['Event code', 'What was used, such as api_calls. A price is of an event code.'],
  ['Debit, credit', 'A debit is usage that is charged; a credit is given back, such as a refund.'],
  ['Connection', 'A service under a name of yours, with the API key that opens it. The key stays in the keychain.'],
  ['Billing zone', 'The time zone in which the days and months of a connection begin and end.'],
  ['Search, filter', 'What the service is asked. The live page shows its answer a page at a time.'],
  [
    'Snapshot',
    'All events of a search, loaded and kept on this computer. Totals, checks and comparisons are of a snapshot.',
  ],
  [
    'All events read',
    'The service’s own counts and its pages agree: no event of the search is missing from the snapshot.',
  ],
  ['Condition', 'What narrows the events of a snapshot. Figures, copies and files go by it.'],
  [
    'Closing copy',
    'A snapshot of a month as it was when its invoices were sent. Later readings are compared with it; the service is not locked.',
  ],
  ['Changed since the closing copy', 'What came, went or was altered after that, and what it comes to.'],
  [
    'Price rules',
    'What an event is worth: which number counts, at which price, and whether it is charged or taken off.',
  ],
  ['Total', 'Charged less taken off, of one currency. Two currencies are never added together.'],
  ['Taken off', 'What refunds and credits reduce, by your price rules.'],
  ['Prepaid grant', 'A credit that is a balance to be used up, and not money. It is in no total.'],
  ['Not in the total', 'Events that have no amount: their number is missing or is text, or no price rule takes them.'],
  [
    'Possibly charged twice',
    'Events that look like one usage sent again: the same idempotency key, or all the same within a few seconds.',
  ],
  [
    'Ledger, invoice',
    'A file of somebody else’s: a ledger has a line for each event, an invoice one for what is billed of many.',
  ],
  ['Agrees', 'A line of the file says what its events say, or what they are worth.'],
  [
    'Possible cause',
    'A way in which the figure of a line can have come about, such as a month cut in UTC. It fits the figures; whether it is so is for you to say.',
  ],
  ['Fee, discount or tax', 'A line of an invoice behind which no events stand.'],
  [
    'Report',
    'What you gather for a colleague or a customer: events, tables and notes, printed, copied or written as a letter.',
  ],
  ['Receipt', 'A small file beside an export that proves what is in it, and can be checked later.'],
]
