// This is what is written of a case for the customer: the letter's head, what was typed, and each of its sentences.
import {
  Autocomplete,
  Button,
  Checkbox,
  Fieldset,
  Group,
  Select,
  Stack,
  Textarea,
  type TextareaProps,
  TextInput,
} from '@mantine/core'
import { type Ref, useContext, useMemo, useRef } from 'react'
import { type Case, type CaseDetails, type Letterhead, LONGEST_NOTE, letterheadSchema } from '../../shared/case/case.ts'
import { TEXT_LABELS } from '../../shared/case/case-pages.ts'
import { besideLetter } from '../../shared/case/explained-line.ts'
import { type LetterSentence, letterOf } from '../../shared/case/letter.ts'
import type { LetterLanguage } from '../../shared/case/letter-language.ts'
import { parseExact, parseKept } from '../../shared/exact/exact-json.ts'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import type { ReceiptFacts } from '../../shared/export/verification-outcome.ts'
import common from '../ui/common.module.css'
import { NamesContext } from '../ui/customer-name.tsx'
import { shortened } from '../ui/excerpt.ts'
import type { Remembered } from '../ui/remembered-value.ts'
import styles from './case-dialog.module.css'

/** The same on every letter of a connection. */
export const LETTERHEAD: Remembered<Letterhead> = {
  name: 'letterhead',
  read: (text) => (text === null ? null : parseKept(text, letterheadSchema)) ?? letterheadSchema.parse({}),
  writtenAfterMs: 400,
}

interface LetterFieldsProps {
  known: Case
  /** Entries name these. */
  customers: readonly string[]
  customerId: string | null
  /** These are shown. */
  properties: readonly string[]
  /** Null: not known yet. */
  letterhead: Letterhead | null
  /** RFC 3339, UTC: its day is the letter's, unless another is typed. */
  at: string
  onCustomer: (customerId: string) => void
  onProperties: (properties: string[]) => void
  onLetterhead: (letterhead: Letterhead) => void
  onChange: (known: Case) => void
}

type TypedName = Exclude<keyof CaseDetails, 'title' | 'confirmed' | 'language' | 'edited'>

const CUSTOMER_NAME = { name: 'customerName', label: 'Customer’s name' } as const
const LINES: readonly { name: TypedName; label: string; placeholder?: string }[] = [
  { name: 'theirReference', label: 'Their reference' },
  { name: 'ourReference', label: 'Our reference' },
  { name: 'ticket', label: 'Ticket' },
  { name: 'invoiceNumber', label: 'Invoice number' },
  { name: 'invoiceDate', label: 'Date of the invoice', placeholder: 'For example 2026-11-02' },
  { name: 'disputed', label: 'Disputed amount, with its currency' },
  { name: 'preparedBy', label: 'Prepared by' },
  { name: 'date', label: 'Date', placeholder: 'Today' },
]
const TEXTS = ['claim', 'leftOut', 'notInEvents', 'conclusion'] as const

/** Whether any field of the letter has text. */
export const isAnyTyped = (details: CaseDetails) =>
  [...[CUSTOMER_NAME, ...LINES].map(({ name }) => name), ...TEXTS].some((name) => details[name] !== '')

const LANGUAGES: { value: LetterLanguage; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'German' },
]

export function LetterFields(props: LetterFieldsProps) {
  const { known, customers, customerId, properties, letterhead, at, onCustomer, onProperties, onChange } = props
  const { details } = known
  const names = useMemo(() => propertyNames(known), [known])
  const called = useContext(NamesContext)
  const listed = called.get(customerId ?? '')
  const letterFor = (of: Case) =>
    letterOf(of, { is: 'customer', customerId: customerId ?? '', properties: [...properties] }, at)
  const letter = letterFor(known)
  const { conclusions } = letter
  const put = (change: Partial<CaseDetails>) => onChange({ ...known, details: { ...details, ...change } })

  /** A conclusion that was chosen is chosen in the other language, and is to be confirmed there. */
  function write(language: LetterLanguage) {
    const other = letterFor({ ...known, details: { ...details, language } }).conclusions
    const chosen = conclusions.indexOf(details.conclusion)
    put({ language, ...(chosen < 0 ? {} : { conclusion: other[chosen] ?? '' }) })
  }

  return (
    <>
      <div className={`${common.columns} ${styles.fields}`}>
        <Select
          label="Customer"
          data={customers.map((one) => ({ value: one, label: customerWords(one, called.get(one)) }))}
          value={customerId}
          allowDeselect={false}
          onChange={(value) => value !== null && onCustomer(value)}
        />
        <Select
          label="Language of the letter"
          data={LANGUAGES}
          value={details.language}
          allowDeselect={false}
          onChange={(value) => value !== null && write(value)}
        />
        <Autocomplete
          label={CUSTOMER_NAME.label}
          maxLength={1_000}
          data={listed === undefined ? [] : [listed]}
          value={details.customerName}
          onChange={(customerName) => put({ customerName })}
        />
        {LINES.map(({ name, label, placeholder }) => (
          <TextInput
            key={name}
            label={label}
            placeholder={placeholder}
            maxLength={name === 'date' ? 100 : 1_000}
            value={details[name]}
            onChange={({ currentTarget }) => put({ [name]: currentTarget.value })}
          />
        ))}
        {TEXTS.map((name) => (
          <TextField
            key={name}
            label={TEXT_LABELS[name]}
            value={details[name]}
            onText={(text) => put({ [name]: text })}
          />
        ))}
        <Select
          label="Choose a conclusion"
          placeholder="Or type one"
          data={conclusions}
          value={conclusions.find((one) => one === details.conclusion) ?? null}
          allowDeselect={false}
          onChange={(value) => value !== null && put({ conclusion: value })}
        />
        <Checkbox
          style={{ alignSelf: 'end' }}
          label="I confirm the conclusion as it stands"
          checked={details.conclusion !== '' && details.confirmed === details.conclusion}
          disabled={details.conclusion === ''}
          onChange={({ currentTarget }) => put({ confirmed: currentTarget.checked ? details.conclusion : '' })}
        />
        {names.length > 0 && <ShownProperties names={names} shown={properties} onShown={onProperties} />}
      </div>
      {letterhead !== null && <LetterheadFields letterhead={letterhead} onChange={props.onLetterhead} />}
      <LetterSentences details={details} sentences={letter.sentences} onEdited={(edited) => put({ edited })} />
      <Beside known={known} />
    </>
  )
}

interface LetterSentencesProps {
  details: CaseDetails
  sentences: readonly LetterSentence[]
  onEdited: (edited: CaseDetails['edited']) => void
}

function LetterSentences({ details: { language, edited }, sentences, onEdited }: LetterSentencesProps) {
  const [other] = LANGUAGES.filter(({ value }) => value !== language)
  // The ID of a sentence begins with its language and a space: "de …" of the one that is "en …" in English.
  const editedIn = (written = language) =>
    edited.flatMap(({ id }) => (id.startsWith(`${written} `) ? [id.slice(written.length)] : []))
  const editedHere = editedIn()
  const elsewhere = editedIn(other?.value).filter((id) => !editedHere.includes(id)).length
  return (
    <Fieldset legend="Sentences of the letter">
      <Stack gap={12}>
        {elsewhere > 0 && (
          <p className={common.hint}>
            {countWords(elsewhere, 'sentence')} that you changed in {other?.label} {elsewhere === 1 ? 'stays' : 'stay'}{' '}
            there. Here you see Eventscope’s own wording.
          </p>
        )}
        {sentences.map((sentence) => (
          <Sentence
            key={sentence.id}
            sentence={sentence}
            onChange={(text) => {
              const others = edited.filter(({ id }) => id !== sentence.id)
              onEdited(text === sentence.written ? others : [...others, { id: sentence.id, text }])
            }}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}

interface ShownPropertiesProps {
  /** Properties of the events in the report. */
  names: readonly string[]
  shown: LetterFieldsProps['properties']
  onShown: LetterFieldsProps['onProperties']
}

function ShownProperties({ names, shown, onShown }: ShownPropertiesProps) {
  return (
    <Checkbox.Group
      style={{ gridColumn: '1 / -1' }}
      label="Properties that are shown"
      description="All others are left out, of events, tables and receipts."
      value={[...shown]}
      onChange={onShown}
    >
      <Group gap="8px 20px" mt={8}>
        {names.map((name) => (
          <Checkbox key={name} value={name} label={shortened(name, 60)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

/** "cus_nordlicht, Nordlicht Logistik", as rows have the one behind the other. */
const customerWords = (id: string, name: string | undefined) =>
  [id, ...(name === undefined ? [] : [name])].map((words) => shortened(words, 60)).join(', ')

const HEAD_FIELDS: readonly { name: keyof Letterhead; label: string; placeholder: string; most: number }[] = [
  { name: 'sender', label: 'Sender', placeholder: 'Company, street, town: a line each', most: 2_000 },
  { name: 'reply', label: 'Reply address', placeholder: 'Finance, billing@acme.example', most: 1_000 },
  { name: 'foot', label: 'Legal footer', placeholder: 'Registered office, register, directors', most: 2_000 },
]

function LetterheadFields({ letterhead, onChange }: { letterhead: Letterhead; onChange: (head: Letterhead) => void }) {
  return (
    <Fieldset legend="On every letter of this connection" className={`${common.columns} ${styles.fields}`}>
      {HEAD_FIELDS.map(({ name, label, placeholder, most }) => (
        <TextField
          key={name}
          label={label}
          placeholder={placeholder}
          maxLength={most}
          value={letterhead[name]}
          onText={(text) => onChange({ ...letterhead, [name]: text })}
        />
      ))}
    </Fieldset>
  )
}

interface TextFieldProps extends Pick<TextareaProps, 'label' | 'value' | 'placeholder' | 'maxRows' | 'maxLength'> {
  ref?: Ref<HTMLTextAreaElement>
  onText: (text: string) => void
}

/** The field is as high as its text. */
const TextField = ({ onText, ...others }: TextFieldProps) => (
  <Textarea
    autosize
    minRows={1}
    maxRows={6}
    maxLength={LONGEST_NOTE}
    {...others}
    onChange={({ currentTarget }) => onText(currentTarget.value)}
  />
)

/** One that was emptied is left out; one that was changed stays as it was typed, whatever else changes. */
function Sentence({ sentence, onChange }: { sentence: LetterSentence; onChange: (text: string) => void }) {
  const { label, text, written } = sentence
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <div>
      <TextField ref={field} label={label} maxRows={8} value={text} onText={onChange} />
      {text !== written && (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`As written: ${label}`}
          onClick={() => {
            // This button goes.
            field.current?.focus()
            onChange(written)
          }}
        >
          As written
        </Button>
      )}
    </div>
  )
}

/**
 * Shows what its writer is to know. Lines of earlier versions, which do not say what their invoice has besides, say of
 * themselves what else differs.
 */
function Beside({ known: { items } }: { known: Case }) {
  const lines = items.flatMap((item) => (item.is === 'table' && item.line !== undefined ? [item.line] : []))
  const sentences = besideLetter(lines)
  if (sentences.length === 0) return null
  return (
    <section aria-label="Before you send it" className={common.hint}>
      <p>
        {lines.length === 1 || lines.every(({ invoice }) => invoice !== undefined)
          ? 'Before you send it; the letter does not say this:'
          : 'Before you send it. What else differs is told for each line by itself, and may be in the letter as another line:'}
      </p>
      <ul className={common.bullets}>
        {sentences.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </section>
  )
}

const MOST_NAMES = 100

/** Lists the properties of the events, tables and receipts in it, in their order. */
function propertyNames({ items }: Case): string[] {
  const names = new Set<string>()
  for (const item of items) {
    if (item.is === 'table') for (const name of item.properties) names.add(name)
    if (item.is === 'receipt') for (const name of namedIn(item.receipt)) names.add(name)
    if (item.is !== 'event') continue
    const read = parseExact(item.source)
    if (!read.ok || read.value.kind !== 'object') continue
    const sent = read.value.members.find(({ name }) => name === 'event_properties')?.value
    if (sent?.kind === 'object') for (const { name } of sent.members) names.add(name)
  }
  return [...names].slice(0, MOST_NAMES)
}

/** Properties that were searched for, or summed. */
const namedIn = ({ lines, sums }: ReceiptFacts): string[] => [
  ...lines.flatMap(({ shown }) => (typeof shown === 'string' ? [] : [shown.property])),
  ...sums.flatMap(({ property }) => property ?? []),
]
