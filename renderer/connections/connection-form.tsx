// Name, base URL and API key of a connection, behind “More” its environment and billing zone, with an optional test
// before saving.
import { Anchor, Autocomplete, Button, Checkbox, Group, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { IconCircleCheck, IconLockOpen } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useId, useMemo } from 'react'
import {
  type Connection,
  ENVIRONMENT_WORDS,
  type Environment,
  type ProbeReport,
} from '../../shared/connection/connection.ts'
import { tookWords } from '../../shared/time/duration-words.ts'
import { zoneName, zones } from '../../shared/time/instant.ts'
import common from '../ui/common.module.css'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { FoldButton } from '../ui/fold-button.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import styles from './connections.module.css'
import { ENVIRONMENT_CHOICES, EnvironmentDot } from './environment-badge.tsx'
import { TokenField } from './token-field.tsx'
import { type ConnectionFormState, useConnectionForm } from './use-connection-form.ts'

interface ConnectionFormProps {
  /** null: a new one. */
  editing: Connection | null
  /** Also called when the form was closed while it was saved. */
  onSaved: (connection: Connection, isFormGone: boolean) => void
  /** Tells what else the first run offers; told whether something is under way. */
  footer?: (form: ConnectionFormState) => ReactNode
}

export function ConnectionForm({ editing, onSaved, footer }: ConnectionFormProps) {
  const form = useConnectionForm(editing, onSaved)
  const { errors, outcome } = form
  const busy = outcome.state === 'saving' || outcome.state === 'sample'
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy) void form.save()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate autoComplete="off">
      <TextInput
        ref={form.nameField}
        name="name"
        label="Name"
        size="sm"
        data-autofocus
        defaultValue={editing?.name ?? ''}
        placeholder="Acme Billing"
        autoComplete="off"
        spellCheck={false}
        error={errors.name}
        classNames={{ root: styles.field ?? '' }}
        onInput={form.editName}
      />
      <BaseUrlField form={form} />
      <TokenField
        field={form.tokenField}
        error={errors.token ?? null}
        {...(form.hasToken
          ? { hint: form.moved ? 'Different address: enter its key' : 'Leave empty to keep the current key' }
          : {})}
        onEdit={form.editToken}
      />
      <MoreFields form={form} />
      <div aria-live="polite" className={common.unlessEmpty}>
        {outcome.state === 'tested' && <ProbeResult report={outcome.report} />}
      </div>
      {outcome.state === 'failed' && <FailureNotice failure={outcome.failure} compact />}
      <Group gap="sm" justify="flex-end">
        {outcome.state === 'testing' ? (
          <Button size="sm" variant="default" onClick={form.stop}>
            Cancel test
          </Button>
        ) : (
          <Button size="sm" variant="default" disabled={busy} onClick={() => void form.test()}>
            Test connection
          </Button>
        )}
        <Button size="sm" type="submit" loading={outcome.state === 'saving'} disabled={outcome.state === 'sample'}>
          Save and connect
        </Button>
      </Group>
      {footer?.(form)}
    </form>
  )
}

interface FieldProps {
  form: ConnectionFormState
}

function BaseUrlField({ form }: FieldProps) {
  const { baseUrl, editBaseUrl, tidyBaseUrl, takenOff, putBack, address, errors } = form
  return (
    <>
      <TextInput
        name="baseUrl"
        label="Base URL"
        size="sm"
        value={baseUrl}
        placeholder="https://api.example.com"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        inputMode="url"
        error={errors.baseUrl}
        classNames={{ root: styles.addressField ?? '', input: common.mono ?? '' }}
        // Where else what is wrong would be said: there is never both.
        description={takenOff !== null && <TakenOff ending={takenOff.ending} onPutBack={putBack} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => editBaseUrl(event.currentTarget.value)}
        // A browser tells of a paste first, and then puts the text into the field.
        onPaste={({ currentTarget: field }) => setTimeout(() => tidyBaseUrl(field.value))}
        onBlur={() => tidyBaseUrl(baseUrl)}
      />
      {address.ok && address.plainHttp && <PlainHttpConsent form={form} />}
    </>
  )
}

function TakenOff({ ending, onPutBack }: { ending: string; onPutBack: () => void }) {
  return (
    <span role="status">
      “{ending}” was removed from the end: Eventscope adds it itself.{' '}
      <Anchor component="button" type="button" inherit onClick={onPutBack}>
        Put it back
      </Anchor>
    </span>
  )
}

function PlainHttpConsent({ form }: FieldProps) {
  return (
    <Stack gap="sm" className={common.warningBox ?? ''}>
      <p className={common.marked}>
        <IconLockOpen size={15} stroke={1.9} aria-hidden /> This address is plain http: anyone on the way can read the
        API key and every event.
      </p>
      <Checkbox
        name="plainHttpConsent"
        label="Send the API key unencrypted to this address"
        checked={form.consent}
        error={form.errors.plainHttpConsent}
        classNames={{ root: styles.consentField ?? '' }}
        onChange={(event) => form.editConsent(event.currentTarget.checked)}
      />
    </Stack>
  )
}

/** Shows what a first connection does without: behind a button, beside which stands what holds while nobody looks. */
function MoreFields({ form }: FieldProps) {
  const { isMoreOpen, setMoreOpen, environment, billingZone } = form
  const id = useId()
  return (
    <>
      <Group gap="sm" wrap="nowrap">
        <FoldButton isOpen={isMoreOpen} controls={id} onClick={() => setMoreOpen(!isMoreOpen)}>
          More
        </FoldButton>
        {!isMoreOpen && (
          <span className={`${common.dim} ${common.cut}`}>
            {ENVIRONMENT_WORDS[environment]}, {billingZone.trim() === '' ? 'no billing zone' : billingZone}
          </span>
        )}
      </Group>
      {isMoreOpen && (
        <div id={id} className={styles.form}>
          <EnvironmentField form={form} />
          <div>
            <BillingZoneField form={form} />
            <SystemZone form={form} />
          </div>
        </div>
      )}
    </>
  )
}

/** Offers the zone that the computer is in: most bill in their own. */
function SystemZone({ form: { billingZone, editBillingZone } }: FieldProps) {
  const here = zoneName(Intl.DateTimeFormat().resolvedOptions().timeZone).replaceAll('_', ' ')
  return (
    <p className={common.hint}>
      This computer’s zone is {here}.{' '}
      {here !== billingZone && (
        <LinkButton tone="accent" aria-label={`Use ${here} as billing zone`} onClick={() => editBillingZone(here)}>
          Use it
        </LinkButton>
      )}
    </p>
  )
}

function EnvironmentField({ form: { environment, setEnvironment } }: FieldProps) {
  return (
    <div>
      <span className={`${common.small} ${common.medium} ${styles.fieldLabel}`} id="environment-label">
        Environment
      </span>
      <SegmentedControl
        fullWidth
        aria-labelledby="environment-label"
        value={environment}
        onChange={(value) => setEnvironment(value as Environment)}
        // Choosing the guessed value makes it a choice, but a control that already has the value fires no change.
        onClick={() => setEnvironment(environment)}
        data={ENVIRONMENT_CHOICES.map(({ value, label }) => ({
          value,
          label: (
            <Group component="span" display="inline-flex" gap={6} wrap="nowrap">
              <EnvironmentDot environment={value} />
              {label}
            </Group>
          ),
        }))}
      />
    </div>
  )
}

const ZONE_USE =
  'Periods, snapshots, totals and files count days and months in this zone, by created_at. Times are shown in it until another is chosen.'

/** A longer list is narrowed by typing. */
const MOST_LISTED = 60

/** The zone in which days and months of the connection are counted: typed or chosen, or none. */
function BillingZoneField({ form: { billingZone, editBillingZone, errors } }: FieldProps) {
  const names = useMemo(() => zones().map((name) => name.replaceAll('_', ' ')), [])
  return (
    <Autocomplete
      name="billingZone"
      label="Billing zone"
      // Whichever is said takes the room of the longer one.
      description={errors.billingZone === undefined && ZONE_USE}
      classNames={{ root: styles.zoneField ?? '' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      size="sm"
      data={names}
      limit={MOST_LISTED}
      maxDropdownHeight={220}
      value={billingZone}
      placeholder="Zone on screen"
      spellCheck={false}
      error={errors.billingZone}
      openOnFocus={false}
      // There it covers neither what is said below the field nor the buttons.
      comboboxProps={{ withinPortal: false, position: 'top' }}
      onChange={editBillingZone}
      onKeyDown={(event) => {
        const only = onlyOffered(billingZone, names)
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || only === null) return
        // Of a part of a name Enter makes the zone, and only of the whole it saves.
        event.preventDefault()
        editBillingZone(only)
      }}
    />
  )
}

/** The one name that holds what was typed; null where there is another, or it is typed whole. */
export function onlyOffered(typed: string, names: readonly string[]): string | null {
  const part = typed.trim().toLowerCase()
  if (part === '') return null
  const [only, another] = names.filter((name) => name.toLowerCase().includes(part))
  return only === undefined || another !== undefined || only.toLowerCase() === part ? null : only
}

/** Says what "Test connection" saw. */
export function ProbeResult({ report }: { report: ProbeReport }) {
  const { durationMs, sawEvents, observations } = report
  return (
    <div role="status" className={`${common.notice} ${styles.probe}`}>
      <p className={`${common.marked} ${common.good} ${common.medium}`}>
        <IconCircleCheck size={16} stroke={1.8} aria-hidden /> The service answered in {tookWords(durationMs)}
        {sawEvents ? ' and has events.' : '; it has no events yet.'}
      </p>
      {observations.length > 0 && (
        <ul>
          {observations.map((observation) => (
            <li key={observation}>{observation}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
