// From or To: typed or picked, read back in words, with the UTC instant that will be sent (or what is wrong) under it.
import { Input, TextInput } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { zoneLabel } from '../../ui/instant-words.ts'
import { DateDoubt } from './date-doubt.tsx'
import styles from './date-field.module.css'
import { type Edge, readDate, readText } from './date-text.ts'
import field from './field.module.css'
import type { FiltersForm } from './use-filters-form.ts'

interface DateFieldProps {
  form: FiltersForm
  edge: Edge
  /** Shown at the end of the label's line. */
  aside?: React.ReactNode
  /** Shown in the field, at its end. */
  picker?: React.ReactNode
}

export function DateField({ form, edge, aside, picker }: DateFieldProps) {
  const { fields, clock } = form
  const id = useId()
  const draft = fields.values[edge]
  const reading = readDate(draft, clock, edge)
  const problem = form.problemAt(`${edge}.text`)
  const { utc, said } = reading.kind === 'instant' ? reading : { utc: null, said: null }
  const typed = readText(draft.text, clock, edge)

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
        {clock.zone !== 'UTC' && (
          <span className={styles.zone} title={clock.zone}>
            {zoneLabel(clock.zone, utc ?? clock.now)}
          </span>
        )}
        {aside}
      </div>
      <TextInput
        {...fields.getInputProps(`${edge}.text`)}
        onBlur={() => draft.text !== '' && checkRange()}
        id={id}
        placeholder="any"
        classNames={field}
        inputWrapperOrder={['input', 'description', 'error']}
        autoComplete="off"
        spellCheck={false}
        rightSectionPointerEvents="all"
        rightSection={picker}
        description={
          (utc !== null || (problem !== null && !problem.isError)) && (
            <>
              {said !== null && <span className={styles.said}>{said}</span>}
              {utc !== null && <span className={styles.utc}>{utc}</span>}
              {problem && !problem.isError && <span className={styles.hint}>{problem.text}</span>}
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
