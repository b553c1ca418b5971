// A button above rows whose panel is loaded when it is first opened.
import { Popover, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { useCommandTarget } from './command-target.ts'
import { takeFocus } from './take-focus.ts'
import { ToolButton } from './tool-button.tsx'
import { usePopover } from './use-popover.ts'

/** Closes the panel, and says where the focus goes. */
export interface PanelClosing {
  /** The focus stays with whatever was opened instead. */
  close: () => void
  closeToButton: () => void
}

interface ToolPopoverProps {
  /** As on ToolButton. */
  name: string
  icon: Icon
  yields?: 'early' | 'late'
  /** In CSS pixels; as wide as its panel where left out. */
  width?: number
  /** On hover and focus. */
  hint?: string
  /** The button's accessible description. */
  description?: string | undefined
  /** There is nothing to open now; the description says why. */
  isUnavailable?: boolean
  /** In place of opening the panel. */
  onPress?: (() => void) | undefined
  /** The panel, lazy; asked for while it is open. */
  children: (closing: PanelClosing) => ReactNode
}

/** Header and bar stay above it, also where the header takes two lines; what is more scrolls. */
const BELOW_THE_BAR = 'calc(100dvh - 152px)'

export function ToolPopover(props: ToolPopoverProps) {
  const { name, icon, yields, width, hint, description, isUnavailable = false, onPress, children } = props
  const { popover, button, dropdown, closeToButton } = usePopover()
  const opens = !isUnavailable && onPress === undefined
  const isOpen = popover.opened && opens
  const press = opens ? button.onClick : isUnavailable ? undefined : onPress
  useCommandTarget(name, button.ref, isOpen ? null : () => press?.())
  const target = (
    <Popover.Target>
      <ToolButton
        name={name}
        icon={icon}
        yields={yields}
        isUnavailable={isUnavailable}
        aria-description={description}
        {...button}
        onClick={press}
      />
    </Popover.Target>
  )
  return (
    <Popover position="bottom-end" width={width} trapFocus {...popover} opened={isOpen}>
      {hint === undefined ? (
        target
      ) : (
        <Tooltip label={hint} disabled={isOpen} events={{ hover: true, focus: true, touch: false }}>
          {target}
        </Tooltip>
      )}
      <Popover.Dropdown
        ref={takeFocus}
        p={0}
        maw="calc(100vw - 24px)"
        mah={BELOW_THE_BAR}
        style={{ overflow: 'auto' }}
        {...dropdown}
      >
        {isOpen && (
          <Suspense fallback={null}>{children({ close: () => popover.onChange(false), closeToButton })}</Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
