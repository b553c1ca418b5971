// The buttons that page through a list.
import { Button, type ButtonProps } from '@mantine/core'

export interface PageButtonsProps extends Pick<ButtonProps, 'size'> {
  /** The offset of the page that was asked for last. */
  asked: number
  /** The offset of the page on screen, which may be an earlier one. */
  offset: number
  /** How many are on the page on screen. */
  shown: number
  total: number
  pageSize: number
  /** What is listed, in the plural. */
  name: string
  /** Whether only the accessible name says what is listed. */
  short?: boolean
  onOffset: (offset: number) => void
}

/** "Previous" and "Next" for a list of several pages. Draws nothing if there is only one. */
export function PageButtons(props: PageButtonsProps) {
  const { asked, offset, shown, total, pageSize, name, short = false, size, onOffset } = props
  if (total <= pageSize) return null
  const buttons = [
    { word: 'Previous', to: Math.max(0, asked - pageSize), isEnabled: asked > 0 },
    { word: 'Next', to: offset + shown, isEnabled: shown > 0 && offset + shown < total },
  ]
  return buttons.map(({ word, to, isEnabled }) => (
    <Button
      key={word}
      variant="default"
      {...(size && { size })}
      {...(short && { 'aria-label': `${word} ${name}` })}
      disabled={!isEnabled}
      onClick={() => onOffset(to)}
    >
      {short ? word : `${word} ${name}`}
    </Button>
  ))
}
