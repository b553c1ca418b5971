// find/ is the one box, which turns whatever was typed or pasted into what can be done with it.
// The one box: an ID however it was pasted, a customer, a day, a search, a command. The list says what Enter will do.
import { Combobox, Kbd, Loader, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type RefObject, useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import { holdFocus } from '../ui/focus.ts'
import { notifyError } from '../ui/notify.tsx'
import styles from './find-box.module.css'
import type { FindSources, Found, Offer } from './offers.ts'

interface FindBoxProps {
  field: RefObject<HTMLInputElement | null>
  mac: boolean
  /** Tells what can be offered now; called on every change of the text. */
  sources: () => FindSources
  /** Gives the focus to the rows. */
  onRows: () => void
}

/** More than any ID or search that was copied. A longer text is refused instead of drawn. */
const MOST_TYPED = 20_000

export const FindBox = memo(function FindBox({ field, mac, sources, onRows }: FindBoxProps) {
  const [typed, setTyped] = useState('')
  const [tooLong, setTooLong] = useState<number | null>(null)
  const [opened, setOpened] = useState(false)
  /** The arrows or the pointer chose it; null: nothing yet. */
  const [chosen, setChosen] = useState<number | null>(null)
  /** Enter came before the list did. */
  const [isTakenEarly, setTakenEarly] = useState(false)
  /** Whether the text was changed since the focus came: then the first Escape closes the list only. */
  const [isEdited, setEdited] = useState(false)
  /** It had the focus before the box. */
  const [cameFrom, setCameFrom] = useState<HTMLElement | null>(null)
  const part = useListPart(opened)
  useEffect(() => (opened ? holdFocus() : undefined), [opened])
  const isListed = opened && part !== null
  const listId = useId()
  const combobox = useCombobox({ opened, onOpenedChange: setOpened })
  const optionId = (index: number) => `${listId}-${index}`

  // Computed from exactly what is in the box: a quick Enter never takes an offer for the text before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: sources are asked for again with each text
  const { offers, note } = useMemo(
    () => (opened && part !== null && tooLong === null ? part.findGrouped(typed, sources()) : NOTHING),
    [opened, part, typed, tooLong],
  )
  /** This is what Enter takes: nothing (-1) as long as nothing was typed or chosen. */
  const active = chosen ?? (typed === '' || offers[0]?.isDeliberate ? -1 : 0)
  const takeEarly = useEffectEvent(() => {
    const offer = offers[active]
    if (isTakenEarly && offer) take(offer)
  })
  useEffect(() => {
    // It waits until React's own work is over, in which nothing can be shown at once.
    if (part !== null) queueMicrotask(takeEarly)
  }, [part])

  function change(text: string) {
    const isTooLong = text.length > MOST_TYPED
    setTooLong(isTooLong ? text.length : null)
    setTyped(isTooLong ? '' : text)
    setEdited(text !== '')
    setChosen(null)
    setOpened(true)
  }

  function refuse(length: number) {
    setTooLong(length)
    setOpened(true)
  }

  function take(offer: Offer) {
    setOpened(false)
    setEdited(false)
    setTyped('')
    if (offer.focus === 'back') leave()
    offer.take()
    if (offer.focus === 'rows') onRows()
  }

  /** Back to where the focus came from, or into the rows where that is gone. */
  function leave() {
    if (cameFrom?.isConnected) cameFrom.focus()
    else onRows()
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || event.altKey) return
    if (isShortcut(event)) {
      event.preventDefault()
      event.currentTarget.select()
      return setOpened(true)
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (opened) setChosen(stepFrom(active, step, offers.length))
      else setOpened(true)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      // A menu that this opens would close on hearing of the key.
      event.stopPropagation()
      const offer = offers[active]
      if (!opened) setOpened(true)
      else if (part === null) setTakenEarly(true)
      else if (offer) take(offer)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (opened && isEdited) return setOpened(false)
      setOpened(false)
      setTyped('')
      leave()
    }
  }

  return (
    <search aria-label="Find" className={styles.box}>
      <Combobox store={combobox} withinPortal={false} shadow="md" position="bottom-start" offset={4}>
        <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
          <TextInput
            ref={field}
            role="combobox"
            size="sm"
            type="text"
            aria-label="Find"
            aria-expanded={isListed}
            aria-controls={isListed ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isListed && offers[active] ? optionId(active) : undefined}
            aria-keyshortcuts={mac ? 'Meta+K' : 'Control+K'}
            placeholder="Find an event, customer, day or command"
            leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
            rightSection={
              <Kbd size="xs" aria-hidden>
                {mac ? '⌘ K' : 'Ctrl K'}
              </Kbd>
            }
            rightSectionWidth={62}
            rightSectionPointerEvents="none"
            autoComplete="off"
            spellCheck={false}
            classNames={{ input: styles.input ?? '' }}
            value={typed}
            onChange={(event) => change(event.currentTarget.value)}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text/plain')
              const { value, selectionStart, selectionEnd } = event.currentTarget
              const joined = pasted.length <= MOST_TYPED ? joinedLines(pasted) : pasted
              if (joined === null) return
              // The field would make spaces of line ends; what stood in a line each is not to run together.
              event.preventDefault()
              if (joined.length > MOST_TYPED) refuse(pasted.length)
              else change(value.slice(0, selectionStart ?? 0) + joined + value.slice(selectionEnd ?? value.length))
            }}
            onFocus={(event) => {
              if (event.relatedTarget instanceof HTMLElement) setCameFrom(event.relatedTarget)
              event.currentTarget.select()
              setEdited(false)
              setTooLong(null)
              setChosen(null)
              setOpened(true)
            }}
            onClick={() => setOpened(true)}
            onBlur={() => setOpened(false)}
            onKeyDown={press}
          />
        </Combobox.Target>
        <Combobox.Dropdown className={styles.dropdown ?? ''}>
          {part === null ? (
            <Loader size={16} display="block" my={8} mx="auto" />
          ) : (
            <part.FindResults
              id={listId}
              optionId={optionId}
              offers={offers}
              active={active}
              note={tooLong === null ? note : tooLongWords(tooLong)}
              onTake={take}
              onActive={setChosen}
            />
          )}
        </Combobox.Dropdown>
      </Combobox>
    </search>
  )
})

const NOTHING: Found = { offers: [], note: null }

const tooLongWords = (length: number) =>
  `${grouped(length)} characters were pasted, too many for event IDs or a search. Paste only those.`

/** The offer that a step (1 or -1) leads to, round at the ends; from none (-1) to the first or the last. */
function stepFrom(active: number, step: number, count: number): number {
  if (count === 0) return -1
  if (active === -1) return step === 1 ? 0 : count - 1
  return (active + step + count) % count
}

/** Ctrl+K or Command+K while the box has the focus already. */
const isShortcut = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key.toLowerCase() === 'k' && ctrlKey !== metaKey

type ListPart = typeof import('./find-results.tsx')

/** The code of the list: loaded when first wanted; null until then. */
function useListPart(wanted: boolean): ListPart | null {
  const [part, setPart] = useState<ListPart | null>(null)
  useEffect(() => {
    if (wanted && part === null) import('./find-results.tsx').then(setPart, notifyError)
  }, [wanted, part])
  return part
}

/** "evt_1, evt_2" of a word in each line, as a field of one line takes them; null of one line, or of more words. */
export function joinedLines(text: string): string | null {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  const filled = lines.filter((line) => line !== '')
  return filled.length > 1 && filled.every((line) => !/\s/.test(line)) ? filled.join(', ') : null
}
