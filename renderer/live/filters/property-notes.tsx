// Below a property filter: what is wrong with it, and what will be sent where that may surprise.
import { isJsonNumber } from '../../../shared/exact/exact-number.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import field from './field.module.css'
import type { PropertyDraft } from './filters-draft.ts'
import styles from './property-filter-row.module.css'
import type { FiltersForm } from './use-filters-form.ts'

interface PropertyNotesProps {
  id: string
  form: FiltersForm
  path: `properties.${number}`
  property: PropertyDraft
}

export function PropertyNotes({ id, form, path, property }: PropertyNotesProps) {
  const { name, kind, text } = property

  /** The focus goes to the field, for the button that was pressed is gone. */
  function change(part: 'name' | 'text' | 'kind', value: string) {
    form.fields.setFieldValue(`${path}.${part}`, value)
    form.fields.getInputNode(`${path}.${part === 'name' ? 'name' : 'text'}`)?.focus()
  }

  return (
    <div id={id} className={styles.notes}>
      {(['name', 'text'] as const).map((part) => {
        const problem = form.problemAt(`${path}.${part}`)
        return (
          problem && (
            <div key={part} className={problem.isError ? field.error : field.description}>
              {problem.text}
            </div>
          )
        )
      })}
      {name !== name.trim() && <SpacesNote what="name" onTrim={() => change('name', name.trim())} />}
      {kind === 'string' && text !== text.trim() && (
        <SpacesNote what="value" onTrim={() => change('text', text.trim())} />
      )}
      {kind === 'string' && isJsonNumber(text) && (
        <div className={field.description}>
          Sent as text.{' '}
          <LinkButton tone="accent" onClick={() => change('kind', 'number')}>
            Send as a number
          </LinkButton>
        </div>
      )}
    </div>
  )
}

function SpacesNote({ what, onTrim }: { what: string; onTrim: () => void }) {
  return (
    <div className={field.description}>
      The {what} is sent with the spaces around it.{' '}
      <LinkButton tone="accent" onClick={onTrim}>
        Leave them out
      </LinkButton>
    </div>
  )
}
