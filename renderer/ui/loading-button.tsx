// The element behind every button of the page, by the theme.
import { type ComponentProps, useState } from 'react'

/**
 * A button that keeps the focus. An element that is `disabled` loses it, as "Next" would on the last page, and whoever
 * came by keys would be at the start of the page. While what the button began is under way (`data-loading`), and where it
 * is to be disabled and has the focus, it is thus only called disabled (`aria-disabled`), and presses do nothing, also
 * Enter in a field of its form.
 */
export function LoadingButton({
  type = 'button',
  disabled = false,
  onClick,
  onFocus,
  onBlur,
  'data-loading': isLoading = false,
  ...button
}: ComponentProps<'button'> & { 'data-loading'?: boolean }) {
  const [hasFocus, setFocus] = useState(false)
  /** It does nothing, and is not `disabled`. */
  const isOff = isLoading || (disabled && hasFocus)
  return (
    <button
      {...button}
      type={type}
      data-loading={isLoading || undefined}
      disabled={disabled && !isOff}
      aria-disabled={isOff || button['aria-disabled']}
      onClick={isOff ? (press) => press.preventDefault() : onClick}
      onFocus={(focus) => {
        setFocus(true)
        onFocus?.(focus)
      }}
      onBlur={(blur) => {
        // Whoever leaves the window comes back to the button.
        if (document.hasFocus()) setFocus(false)
        onBlur?.(blur)
      }}
    />
  )
}
