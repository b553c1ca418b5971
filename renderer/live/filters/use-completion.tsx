// Completes a field from values that were seen: a list while it is typed in. The field stays a textbox, and whatever
// was typed stays what is searched for until one of the list is taken.
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import common from '../../ui/common.module.css'
import type { SeenPlace, SeenValues } from '../store/seen-values.ts'
import styles from './filters-panel.module.css'

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * `suggest` gives values for the text as typed; an empty text lists the latest on Arrow Down. `grow`: the side to which
 * the list may be wider than the field.
 * @returns props of the input, whose `onKeyDown` prevents the default of a key that it took for the list, and
 * `isListed`
 */
export function useCompletion(
  text: string,
  suggest: (text: string) => readonly string[],
  onPick: (value: string) => void,
  grow?: 'left' | 'right',
) {
  const listId = useId()
  const [opened, setOpened] = useState(false)
  /** The index of the value that Enter takes; -1: none yet. */
  const [active, setActive] = useState(-1)
  const values = opened ? suggest(text).filter((value) => value !== text) : []
  const isListed = values.length > 0
  const optionId = (index: number) => `${listId}-${index}`
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The last field of a pane that scrolls may be above it.
    if (isListed) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isListed])

  function pick(value: string) {
    setOpened(false)
    onPick(value)
  }

  function press(event: KeyboardEvent<Field>) {
    if (event.nativeEvent.isComposing || event.altKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && (isListed || step === 1)) {
      event.preventDefault()
      setOpened(true)
      if (isListed) setActive(around(active, step, values.length))
    } else if (isListed && event.key === 'Escape') {
      event.preventDefault()
      setOpened(false)
    } else if (isListed && event.key === 'Enter' && values[active] !== undefined) {
      event.preventDefault()
      pick(values[active])
    } else if (event.key === 'Enter') {
      setOpened(false)
    }
  }

  const list = isListed && (
    <div ref={box} id={listId} role="listbox" aria-label="Seen values" className={`${common.box} ${styles.list}`}>
      {values.map((value, index) => (
        <div
          key={value}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.option}
          title={value}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => pick(value)}
          onKeyDown={undefined}
        >
          {value}
        </div>
      ))}
    </div>
  )

  return {
    isListed,
    inputProps: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': isListed ? listId : undefined,
      'aria-activedescendant': values[active] === undefined ? undefined : optionId(active),
      onInput(event: FormEvent<Field>) {
        // A pasted value needs no completion.
        const { inputType, data } = event.nativeEvent as InputEvent
        setOpened(inputType?.startsWith('delete') || data?.length === 1)
        setActive(-1)
      },
      onKeyDown: press,
      onBlurCapture: () => setOpened(false),
      inputContainer: (input: React.ReactNode) => (
        <div className={styles.completed} data-grow={grow}>
          {input}
          {list}
        </div>
      ),
    },
  }
}

/** The next index in a list whose ends meet: from none (-1), down leads to the first and up to the last. */
function around(index: number, step: number, count: number): number {
  const from = index === -1 && step === -1 ? 0 : index
  return (from + step + count) % count
}

/** Nobody reads a longer list. */
const MOST_SUGGESTED = 6

/**
 * Tells what a field completes to: values that were seen where the field looks. The newest that begin with the text,
 * then those that hold it; of an empty text the newest.
 */
export const suggestOf = (seen: Pick<SeenValues, 'matching'>, place: SeenPlace) => (text: string) =>
  seen.matching(place, text.trim(), MOST_SUGGESTED)
