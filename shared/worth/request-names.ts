// Names of properties that tell of one sending of an event, as services commonly write them.

const REQUEST_NAME =
  /(?:^|[_.-])(?:idempotency|request|trace|span|correlation|dedup\w*)(?:[_.-]?(?:id|key|token|uuid))?$/
/** Whose name says that equal values are one request sent twice. */
const IDEMPOTENCY_NAME = /idempot|dedup/

/** `requestId` and `request-id` are one name to these rules. */
export const foldedName = (name: string) =>
  name
    .slice(0, 100)
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()

/** Whether equal values under this name are one request that was sent twice: "Idempotency-Key", "dedupId". */
export const isIdempotencyName = (name: string) => IDEMPOTENCY_NAME.test(foldedName(name))

/** Whether the name alone says that it differs between two sendings of one event. */
export const isRequestName = (name: string) => REQUEST_NAME.test(foldedName(name))

const IDENTIFIER_NAME = /(?:^|[_.-])(?:id|uuid|guid|ulid|key|ref|reference|hash|nonce)$/

/** Whether the name says that its values identify something, even where they are numbers: "transaction_id", "eventUuid". */
export const isIdentifierName = (name: string) => IDENTIFIER_NAME.test(foldedName(name))
