// Questions about all rows on screen that the one box offers, each with its cost.
import { edgeRequests, isWhole, whyNoTimes } from '../live/over-time/time-offer.ts'
import type { ConnectionSession } from './connection-session.ts'

interface LiveQuestion {
  label: string
  detail: string
  words: string
  run: () => void
}

export function liveQuestions({ search, times }: Pick<ConnectionSession, 'search' | 'times'>): LiveQuestion[] {
  const { shown } = search.state()
  const sums = {
    label: 'Sums of these rows',
    detail: 'This page only',
    words: 'add up amount currency page',
    run: () => openByButton('Sums of these rows'),
  }
  if (shown === null || shown.answer.page.events.length === 0) return []
  const totals = {
    label: 'Totals',
    detail: isWhole(shown) ? 'All matches are on this page' : 'Takes a snapshot first',
    words: 'sum add up group amount finance',
    run: () => openByButton('Totals'),
  }
  if (whyNoTimes(shown) !== null) return [totals, sums]
  const detail = isWhole(shown) ? 'Found on this page, without requests' : `At most ${edgeRequests(shown)} requests`
  const finding = (side: 'first' | 'last') => () => {
    openByButton('Over time')
    if (!isWhole(shown)) times.find(side)
  }
  return [
    { label: 'When did it start?', detail, words: 'first event earliest begin since oldest', run: finding('first') },
    { label: 'When did it stop?', detail, words: 'last event latest end until newest', run: finding('last') },
    {
      label: 'Events over time',
      detail: 'A small chart',
      words: 'distribution histogram when days hours',
      run: () => openByButton('Over time'),
    },
    totals,
    sums,
  ]
}

/** Like a click on its button, but leaves it open where it is open already. */
export function openByButton(name: string): void {
  const button = document.querySelector<HTMLElement>(`button[aria-label="${name}"]:not([inert] *)`)
  if (button === null || button.getAttribute('aria-expanded') === 'true') return
  // Escape works from the button until the panel has loaded and taken the focus.
  button.focus()
  button.click()
}
