// The list under the one box, loaded when the box is first used.

import { Box, Combobox, Kbd } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { isLinkText } from '../../shared/connection/link.ts'
import { zones } from '../../shared/time/instant.ts'
import { readCopiedSearch } from '../live/store/place.ts'
import common from '../ui/common.module.css'
import styles from './find-box.module.css'
import {
  copiedOffers,
  dayOffers,
  excerptOf,
  type FindSources,
  type Found,
  MOST_OF_A_KIND,
  namedOffers,
  nameScore,
  type Offer,
  searchOffers,
  typeOffers,
  valueOffers,
  withinOffers,
  wordsOf,
} from './offers.ts'
import { cannotBeId, cleanedId, idsWithin, MOST_IDS, pastedIds } from './pasted-ids.ts'

/** Orders offers as the list does: those of each group together, the first one's first. */
export function findGrouped(typed: string, sources: FindSources): Found {
  const { offers, note } = find(typed, sources)
  return { offers: [...Map.groupBy(offers, ({ group }) => group).values()].flat(), note }
}

interface FindResultsProps {
  id: string
  optionId: (index: number) => string
  /** They are as `findGrouped` gives them. */
  offers: readonly Offer[]
  /** Enter takes this one. */
  active: number
  /** This is what is to be said about what was typed. */
  note: string | null
  onTake: (offer: Offer) => void
  onActive: (index: number) => void
}

export function FindResults({ id, optionId, offers, active, note, onTake, onActive }: FindResultsProps) {
  const list = useRef<HTMLDivElement>(null)
  const groups = Map.groupBy(
    offers.map((offer, index) => ({ offer, index })),
    ({ offer }) => offer.group,
  )
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(optionId(active))}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, optionId])
  return (
    <>
      <Combobox.Options
        ref={list}
        id={id}
        aria-label="Find results"
        className={styles.list ?? ''}
        // What scrolls is a stop for Tab in Chromium, and this goes as the box loses the focus.
        tabIndex={-1}
      >
        {[...groups].map(([group, members]) => (
          <Combobox.Group key={group} label={group} classNames={{ groupLabel: styles.group ?? '' }}>
            {members.map(({ offer, index }) => (
              <Combobox.Option
                key={index}
                id={optionId(index)}
                value={String(index)}
                selected={index === active}
                aria-selected={index === active}
                className={styles.option}
                onClick={() => onTake(offer)}
                onMouseMove={() => index !== active && onActive(index)}
              >
                <span className={offer.detail === undefined ? styles.whole : common.cut}>{offer.label}</span>
                {offer.detail !== undefined && (
                  <span className={`${common.cut} ${common.smallHint} ${styles.detail}`}>{offer.detail}</span>
                )}
                {(index === active || offer.keys !== undefined) && (
                  <Kbd size="xs" ml="auto" flex="none" aria-hidden>
                    {index === active ? 'Enter' : offer.keys}
                  </Kbd>
                )}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      {note !== null && (
        <Box component="p" role="alert" p={8} fz="sm" className={common.danger}>
          {note}
        </Box>
      )}
    </>
  )
}

// The one box offers these for a text, likeliest first: Enter takes the first, and each says what it does.

/** @param typed at most as long as the box allows */
export function find(typed: string, sources: FindSources): Found {
  // A link is only ever offered as a link, whatever it contains.
  if (isLinkText(typed)) return { offers: [linkOffer(typed, sources)], note: null }
  const copied = readCopiedSearch(typed)
  if (copied !== null) return copiedOffers(copied, sources)
  const pasted = [...pastedOffers(typed, sources), ...mailOffers(typed, sources)]
  const others = offersFor(typed, sources)
  if (pasted.length === 0) return { offers: others, note: null }
  // What is asked for is what was found in the text, and not the text.
  const fitting = others.filter(({ group, isDeliberate }) => !isDeliberate && group !== IN_SNAPSHOT)
  return { offers: [...pasted, ...fitting], note: null }
}

const linkOffer = (typed: string, { showLink }: FindSources): Offer => ({
  group: 'Link',
  label: 'Show what this link asks',
  detail: 'Nothing is sent yet',
  focus: 'stay',
  take: () => showLink(typed),
})

const IN_SNAPSHOT = 'This snapshot'

/** Offers one look at all of a column of IDs, or a list. Of a sentence or a mail it offers those within it. */
function pastedOffers(typed: string, sources: FindSources): Offer[] {
  const { findEvents, findEvent, seen } = sources
  const within = () => idsWithin(typed, seen.matching('eventId', '', MOST_OF_A_KIND))
  const { ids, count } = pastedIds(typed) ?? firstOf(isSentence(typed) ? within() : [])
  const [only] = ids
  if (only === undefined) return []
  if (count === 1) {
    const detail = 'Within this text'
    const take = () => findEvent(only, null)
    const offer: Offer = { group: 'Event', label: `Open event ${excerptOf(only)}`, detail, focus: 'stay', take }
    return [...snapshotOffers([only], sources), leaving(offer, sources)]
  }
  const leftOut = count - ids.length
  return [
    ...snapshotOffers(ids, sources),
    {
      group: 'Event',
      label: leftOut === 0 ? `Find ${count} events` : `Find the first ${ids.length} of ${count} events`,
      detail: 'Shows which of these IDs exist',
      focus: 'back',
      take: () => findEvents(ids, leftOut),
    },
  ]
}

/** What is a day, a customer or a code as a whole is offered as that. */
function mailOffers(typed: string, sources: FindSources): Offer[] {
  const text = typed.trim()
  const isOne = dayOffers(text, sources).length > 0 || ID_KEYS.some((key) => sources.seen.has(key, text))
  return isOne || !isSentence(text) || pastedIds(text) !== null ? [] : withinOffers(text, sources)
}

const ID_KEYS = ['eventId', 'customerId', 'eventCode'] as const

/**
 * Offers to look into the open snapshot first; nothing where none is open.
 * @param isOne whether the IDs are readings of one text, as typed and cleaned, of which the last is named
 */
function snapshotOffers(
  ids: readonly string[],
  { showIds }: FindSources,
  { isOne = ids.length === 1 }: { isOne?: boolean } = {},
): Offer[] {
  if (showIds === null) return []
  const label = isOne ? `Show event ${excerptOf(ids.at(-1) ?? '')}` : `Show these ${ids.length} events`
  return [{ group: IN_SNAPSHOT, label, detail: 'In this snapshot', focus: 'rows', take: () => showIds(ids) }]
}

/** What the service is asked for is shown on the live page. */
const leaving = (offer: Offer, { showIds }: FindSources): Offer =>
  showIds === null ? offer : { ...offer, detail: 'Asks the service, and leaves the snapshot' }

const firstOf = (ids: readonly string[]) => ({ ids: ids.slice(0, MOST_IDS), count: ids.length })

/** Several words, also once what an ID is pasted in is taken off. */
const isSentence = (typed: string) => /\s/.test(cleanedId(typed) ?? typed.trim())

/**
 * Offers of every kind, the likeliest first: what was seen as an ID, a customer or a code is that; a day goes before
 * all but a command of just that name; what looks like an ID is asked for before commands, and after them otherwise.
 * Where nothing was typed it offers recent searches and all commands.
 */
export function offersFor(typed: string, sources: FindSources): Offer[] {
  const text = typed.trim()
  const commands = commandOffers(text, sources)
  const searches = searchOffers(text, sources)
  if (text === '') return [...searches, ...commands]
  const events = eventOffers(typed, sources)
  const values = [...valueOffers(text, sources), ...namedOffers(text, sources)]
  const days = dayOffers(text, sources)
  const others = [...typeOffers(text, sources), ...values, ...searches, ...zoneOffers(text, sources)]
  if (sources.seen.has('eventId', text)) return [...events, ...days, ...others, ...commands]
  const isSeen = sources.seen.has('customerId', text) || sources.seen.has('eventCode', text)
  if (isSeen) return [...others, ...days, ...events, ...commands]
  const named = commands.filter(({ label }) => label.toLowerCase() === text.toLowerCase())
  if (days.length > 0) return [...new Set([...named, ...days, ...events, ...others, ...commands])]
  return looksLikeId(text) ? [...events, ...others, ...commands] : [...commands, ...others, ...events]
}

/**
 * An ID has a digit or a sign, as names that people use have not; "?" is a shortcut. With spaces it is one only in what
 * it was pasted in, such as "event evt_1".
 */
function looksLikeId(text: string): boolean {
  return /\s/.test(text) ? cleanedId(text) !== null && /\d/.test(text) : /[^\p{L}?]/u.test(text)
}

function eventOffers(typed: string, sources: FindSources): Offer[] {
  const { findEvent } = sources
  const text = typed.trim()
  const cleaned = cleanedId(typed)
  const id = cleaned ?? text
  const offer: Offer = {
    group: 'Event',
    label: `Open event ${excerptOf(id)}`,
    focus: 'stay',
    take: () => findEvent(id, null),
  }
  const here = snapshotOffers(id === text ? [id] : [text, id], sources, { isOne: true })
  // Words may be a customer's: they leave this computer only where somebody says that they are an ID.
  if (/\s/.test(id)) {
    const detail = 'Asks the service for all of this text as an ID'
    return [...here, { ...offer, detail, isDeliberate: true }]
  }
  const isAskedAsTyped = id !== text && !cannotBeId(text) && !/\s/.test(text)
  if (!isAskedAsTyped) return [...here, leaving(offer, sources)]
  const detail = 'Unless an event has exactly the ID that was typed'
  return [...here, leaving({ ...offer, detail, take: () => findEvent(text, id) }, sources)]
}

function zoneOffers(text: string, { zone, chooseZone }: FindSources): Offer[] {
  const words = wordsOf(text)
  if (text.length < 3) return []
  return zones()
    .filter((name) => name !== zone && name !== 'UTC' && nameScore(words, name) > 0)
    .slice(0, MOST_OF_A_KIND)
    .map((name) => ({
      group: 'Time zones',
      label: `Show times in ${name.replaceAll('_', ' ')}`,
      focus: 'back',
      take: () => chooseZone(name),
    }))
}

function commandOffers(text: string, { commands }: FindSources): Offer[] {
  const words = wordsOf(text)
  const numbers = words.filter((word) => /^\d+$/.test(word))
  const scored = commands.map((command) => ({
    command,
    score: text === '' ? 1 : text === command.keys ? 4 : nameScore(words, command.label, command.words),
  }))
  return (
    scored
      // 2 is not the beginning of 25.
      .filter(({ command, score }) => score > 0 && numbers.every((word) => wordsOf(command.label).includes(word)))
      .sort((a, b) => b.score - a.score)
      .map(({ command: { group, label, detail, keys, run } }) => ({
        group,
        label,
        ...(detail === undefined ? {} : { detail }),
        ...(keys === undefined ? {} : { keys }),
        focus: 'back',
        take: run,
      }))
  )
}
