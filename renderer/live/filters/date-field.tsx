// An end of the range of creation, From or To, as it is typed: read back in words, or what is wrong with it, under the field; the
// UTC instant that will be sent in its tooltip.
import { Input, Radio, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { useId } from '@mantine/hooks'
import common from '../../ui/common.module.css'
import { zoneLabel } from '../../ui/instant-words.ts'
import styles from './date-field.module.css'
import { type DateMeaning, type Edge, isWholeDay, readDate, readText } from './date-text.ts'
import field from './field.module.css'
import { unappliedProps } from './unapplied.ts'
import type { FiltersForm } from './use-filters-form.ts'

interface DateFieldProps {
  form: FiltersForm
  edge: Edge
}

export function DateField({ form, edge }: DateFieldProps) {
  const { fields, clock } = form
  const id = useId()
  const draft = fields.values[edge]
  const reading = readDate(draft, clock, edge)
  const problem = form.problemAt(`${edge}.text`)
  const { utc, understoodAs } = reading.kind === 'instant' ? reading : { utc: null, understoodAs: null }
  const typed = readText(draft.text, clock, edge)
  const zone = isWholeDay(draft, clock) ? clock.days : clock.zone
  // Where there are two, what is typed says which of them it is.
  const showsZone = clock.days === clock.zone ? zone !== 'UTC' : draft.text !== ''

  /** Both, because leaving either may show that From is after To. */
  function checkRange() {
    form.check('from.text')
    form.check('to.text')
  }

  return (
    <div className={field.root}>
      <div className={styles.head}>
        <Input.Label htmlFor={id} className={`${field.label} ${styles.label}`}>
          {LABELS[edge]}
        </Input.Label>
        {showsZone && (
          <span className={common.faint} title={zone}>
            {zone === 'UTC' ? zone : zoneLabel(zone, utc ?? clock.now)}
          </span>
        )}
      </div>
      <TextInput
        {...fields.getInputProps(`${edge}.text`)}
        onBlur={() => draft.text !== '' && checkRange()}
        {...unappliedProps(form.isUnapplied(edge))}
        id={id}
        placeholder="any"
        classNames={field}
        inputWrapperOrder={['input', 'description', 'error']}
        autoComplete="off"
        spellCheck={false}
        title={utc ?? undefined}
        description={
          (utc !== null || (problem !== null && !problem.isError)) && (
            <>
              {understoodAs !== null && <span className={styles.understoodAs}>{understoodAs}</span>}
              {utc !== null && <VisuallyHidden component="span">{utc}</VisuallyHidden>}
              {problem && !problem.isError && <span>{problem.text}</span>}
            </>
          )
        }
        error={problem?.isError && problem.text}
      />
      {typed.kind === 'ambiguous' && <DateDoubt form={form} edge={edge} doubt={typed} />}
    </div>
  )
}

const LABELS = { from: 'From', to: 'To' }

interface DateDoubtProps {
  form: FiltersForm
  edge: Edge
  doubt: Extract<DateMeaning, { kind: 'ambiguous' }>
}

/** Asks which of two instants is meant: clocks that are put back show a time twice, and 3/11 is read in two ways. */
function DateDoubt({ form, edge, doubt }: DateDoubtProps) {
  const path = `${edge}.chosen` as const
  const problem = form.problemAt(path)
  return (
    <Radio.Group
      {...form.fields.getInputProps(path)}
      className={styles.doubt ?? ''}
      classNames={{ label: field.label ?? '', error: field.error ?? '' }}
      label={doubt.question}
      error={problem?.isError && problem.text}
    >
      <Stack gap={6}>
        {doubt.choices.map(({ utc, label }) => (
          <Radio key={utc} size="xs" classNames={{ label: styles.doubtLabel ?? '' }} value={utc} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
