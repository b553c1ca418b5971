// The element behind every button of the page, by the theme.
import type { ComponentProps } from 'react'

/**
 * A button that stays one while what it began is under way: a disabled one loses the focus, and whoever came by keys would
 * be at the start of the page. Presses do nothing then, also Enter in a field of its form.
 */
export function LoadingButton({
  type = 'button',
  disabled,
  onClick,
  'data-loading': isLoading = false,
  ...button
}: ComponentProps<'button'> & { 'data-loading'?: boolean }) {
  return (
    <button
      {...button}
      type={type}
      data-loading={isLoading || undefined}
      disabled={disabled && !isLoading}
      aria-disabled={isLoading || button['aria-disabled']}
      onClick={isLoading ? (press) => press.preventDefault() : onClick}
    />
  )
}
