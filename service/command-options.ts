// The command's options and its help text, side by side so that they are changed together.

/** The options in the form that parseArgs takes. */
export const commandOptions = {
  port: { type: 'string' },
  token: { type: 'string' },
  events: { type: 'string' },
  seed: { type: 'string' },
  now: { type: 'string' },
  sample: { type: 'boolean' },
  'at-closing': { type: 'boolean' },
  data: { type: 'string' },
  strict: { type: 'boolean' },
  db: { type: 'string' },
  'db-connections': { type: 'string' },
  'db-timeout': { type: 'string' },
  mapping: { type: 'string' },
  'mapping-example': { type: 'string' },
  'look-alikes': { type: 'string' },
  'mixed-kinds': { type: 'string' },
  'text-amounts': { type: 'string' },
  currencies: { type: 'string' },
  burst: { type: 'string' },
  total: { type: 'string' },
  'total-cap': { type: 'string' },
  bounds: { type: 'string' },
  'range-precision': { type: 'string' },
  order: { type: 'string' },
  combine: { type: 'string' },
  'property-match': { type: 'string' },
  'over-limit': { type: 'string' },
  'clamp-to': { type: 'string' },
  errors: { type: 'string' },
  unauthorized: { type: 'string' },
  'strict-body': { type: 'boolean' },
  latency: { type: 'string' },
  fail: { type: 'string', multiple: true },
  'rate-limit': { type: 'string' },
  'retry-after': { type: 'string' },
  'cut-body': { type: 'string' },
  stall: { type: 'string' },
  redirect: { type: 'string' },
  'offset-cost': { type: 'string' },
  'duplicate-ids': { type: 'string' },
  'total-age': { type: 'string' },
  'result-window': { type: 'string' },
  'window-end': { type: 'string' },
  'floor-offset': { type: 'boolean' },
  'date-skew': { type: 'string' },
  grow: { type: 'string' },
  late: { type: 'string' },
  amend: { type: 'string' },
  vanish: { type: 'string' },
  'stop-with-stdin': { type: 'boolean' },
  help: { type: 'boolean' },
} as const

export type OptionName = keyof typeof commandOptions

/** @param called how the program is called, as "node service/main.ts" */
export const helpText = (
  called: string,
) => `The reference implementation of the event retrieval interface, on 127.0.0.1.

  ${called} [options]        (defaults in brackets)

Start
  --port N               port; 0 lets the system pick one [8787]
  --token TOKEN          the valid Bearer token [demo-token]
  --events N             how many sample events are generated [10000]
  --seed N               repeats events, shuffled orders, faults and request ids [1]
  --now INSTANT          the instant at which the service's clock starts [the system's clock]
  --sample               serve the sample company instead: eight customers, three currencies, mistakes to be found
  --at-closing           the sample company as it was when its last month was closed
  --data FILE            serve these events instead: .ndjson, .jsonl or .csv; bad lines are named and left out
  --strict               refuse a data file that has a bad line
  --db FILE              keep the events in this SQLite file; what it holds already is served [memory]
  --db postgres://…      keep them in a PostgreSQL database, in a schema of its own named eventscope
  --db-connections N     with postgres://: the most connections [10]
  --db-timeout SECONDS   with postgres://: how long a statement may take before the answer is 503 [30]
  --mapping FILE         with postgres://: serve a table or view that is there; FILE is JSON that says which columns are
                         the fields of an event. It is only read
  --mapping-example TABLE
                         with postgres://: print a mapping of TABLE to be corrected by hand, and end
  --stop-with-stdin      stop when standard input ends: for programs that start it, and may be killed

What sample events look like; SHARE is a share of them, from 0 to 1
  --look-alikes SHARE    are followed, 1 to 40 ms later, by a copy with another event_id and request_id
  --mixed-kinds SHARE    carry the property account as a number instead of a string
  --text-amounts SHARE   carry the property amount as a string instead of a number
  --currencies EUR,USD   every event carries one of these as the property currency
  --burst N              N events have the same instant

Where the interface leaves a choice
  --total all|page|unfiltered
                         whether total counts all matches, the page's events, or all events whatever the filters [all]
  --total-cap N          total never says more than N [none]
  --bounds inclusive|half-open|exclusive
                         whether created_at_from and created_at_to include their own instant [inclusive]
  --range-precision exact|seconds|days|bound-seconds|bound-days
                         seconds, days: anything finer is ignored in a range; bound-…: it is ignored in
                         created_at_from and created_at_to alone [exact]
  --order newest|oldest|insertion|shuffled|unstable
                         the order of results; unstable is reshuffled for every request [newest]
  --combine and|or       whether an event must match every filter or one [and]
  --property-match typed|text
                         typed: "42" is not 42, 0.1 is 0.10; text: "42" is 42, 0.1 is not 0.10 [typed]
  --over-limit reject|clamp
                         a limit above 100 is refused, or lowered and echoed so [reject]
  --clamp-to N           a cap below 100 to which limits up to 100 are lowered, those above with --over-limit clamp;
                         an omitted limit stays 50 [none]
  --errors json|problem|text|html|empty
                         the shape of an error's body [json]
  --unauthorized 401|403 the status for a missing or wrong token [401]
  --strict-body          refuse unknown fields of a search instead of naming them in a Warnings header

Faults; WHEN is a share (0.05), "all", or numbers of requests counted from 1 (#3  #3,#7  #2-5)
  --latency MS[,JITTER]  how long every answer waits [0]
  --fail STATUS:WHEN     answer with this status; may be given several times
  --rate-limit N/s       answer 429 above N requests a second
  --retry-after seconds|date
                         the form of Retry-After beside 429 [seconds]
  --cut-body WHEN        close the connection after half the body
  --stall WHEN           send half the body, then nothing
  --redirect WHEN        answer 307
  --offset-cost MICROSECONDS
                         how long an answer waits for each event that its offset skips [0]
  --duplicate-ids SHARE  store a share of the events twice
  --total-age SECONDS    repeat a search's total for so long, whatever happens meanwhile [0]
  --result-window N      never show what comes after the Nth match [none]
  --window-end refuse|empty
                         a page that reaches beyond the window is refused, or ends there [refuse]
  --floor-offset         lower an offset to a multiple of the limit, and echo it so
  --date-skew SECONDS|none
                         how far the Date header is ahead, =-7200 for two hours behind; or leave it out [0]

Movement: what happens while the service runs; N may be a fraction (0.2/s)
  --grow N/s             N new events arrive a second
  --late N/s             N events arrive a second whose created_at is up to a day old
  --amend N/s            N stored events a second get another amount, in place
  --vanish N/s           N stored events a second are gone
`
