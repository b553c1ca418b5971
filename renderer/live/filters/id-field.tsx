// A field for an id or a code: one line, spaces around it left out (and that is said), a text too long for it shown whole.
import { TextInput } from '@mantine/core'
import { useMergedRef, useResizeObserver } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'
import { eventField, type TextFilter } from '../../../shared/event/event-fields.ts'
import { ExactText } from '../../ui/exact-text.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import completionStyles from './completion.module.css'
import field from './field.module.css'
import { readId } from './filters-draft.ts'
import styles from './filters-panel.module.css'
import { useCompletion } from './use-completion.tsx'
import type { FiltersForm } from './use-filters-form.ts'

interface IdFieldProps {
  form: FiltersForm
  path: TextFilter
  inputRef?: React.Ref<HTMLInputElement> | undefined
  /** Seen values that complete the text. */
  suggest: (text: string) => readonly string[]
  /** What can be done with several words or IDs. */
  offerFor?: ((text: string) => React.ReactNode) | undefined
}

/** Longer ones are neither IDs nor looked into. */
const MOST_OFFERED_FOR = 20_000

export function IdField({ form, path, inputRef, suggest, offerFor }: IdFieldProps) {
  const { text, exact } = form.fields.values[path]
  const [ownRef, isCut] = useIsCut(text)
  const isSpaced = text !== text.trim()
  const isSeveral = text.length <= MOST_OFFERED_FOR && /[\s,;|]/.test(text.trim())
  const offer = isSeveral ? offerFor?.(text) : null
  const completion = useCompletion(text, suggest, (value) =>
    form.fields.setFieldValue(path, { text: value, exact: value !== value.trim() }),
  )
  return (
    <TextInput
      {...form.fields.getInputProps(`${path}.text`)}
      {...completion.inputProps}
      inputContainer={(input) => (
        <div className={completionStyles.field}>
          {input}
          {completion.list}
        </div>
      )}
      ref={useMergedRef(ownRef, inputRef)}
      // The initial focus when the filters open as an overlay.
      data-autofocus={inputRef === undefined ? undefined : true}
      label={eventField(path).label}
      placeholder="any"
      classNames={field}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      description={
        (isCut || isSpaced || offer) && (
          <>
            {isCut && (
              <span className={styles.whole} aria-hidden>
                <ExactText text={readId({ text, exact }) ?? ''} />
              </span>
            )}
            {offer}
            {isSpaced && (
              <>
                {exact ? 'Sent with the spaces around it. ' : 'Sent without the spaces around it. '}
                <LinkButton tone="accent" onClick={() => form.fields.setFieldValue(`${path}.exact`, !exact)}>
                  {exact ? 'Leave them out' : 'Keep them'}
                </LinkButton>
              </>
            )}
          </>
        )
      }
    />
  )
}

/** Whether the input is too narrow for its text, and the ref to put on it. */
function useIsCut(text: string): [React.Ref<HTMLInputElement>, boolean] {
  const input = useRef<HTMLInputElement>(null)
  const [observe, { width }] = useResizeObserver<HTMLInputElement>()
  const [isCut, setIsCut] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is measured depends on both
  useLayoutEffect(() => {
    if (input.current) setIsCut(input.current.scrollWidth > input.current.clientWidth)
  }, [text, width])
  return [useMergedRef(input, observe), isCut]
}
