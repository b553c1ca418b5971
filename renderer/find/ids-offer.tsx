// Under the field "Event ID" while several IDs are in it: a search takes one of them, the one box takes all.
import { LinkButton } from '../ui/link-button.tsx'
import { pastedIds } from './pasted-ids.ts'

interface IdsOfferProps {
  /** What is in the field. */
  text: string
  /** Looks them up as the one box does. */
  onFind: (pasted: { ids: readonly string[]; leftOut: number }) => void
}

/** Nothing where the text is not several IDs. */
export function IdsOffer({ text, onFind }: IdsOfferProps) {
  const pasted = pastedIds(text)
  if (pasted === null) return null
  const { ids, count } = pasted
  const leftOut = count - ids.length
  return (
    <>
      A search takes one ID.{' '}
      <LinkButton tone="accent" onClick={() => onFind({ ids, leftOut })}>
        {leftOut === 0 ? `Find ${count} events` : `Find the first ${ids.length} of ${count} events`}
      </LinkButton>{' '}
    </>
  )
}
