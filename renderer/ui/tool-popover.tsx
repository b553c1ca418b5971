// ui/ holds pieces that every subject is built from and that know of none.
// A button above rows, the panel that it opens, and commands that open it too.
import { Button, Popover, Tooltip } from '@mantine/core'
import { type Icon, IconChevronDown } from '@tabler/icons-react'
import {
  type AriaAttributes,
  type KeyboardEvent,
  type MouseEventHandler,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import styles from './buttons.module.css'
import { takeFocus } from './focus.ts'

/** Ways to close the panel, by where the focus goes. */
export interface PanelClosing {
  /** Leaves the focus with whatever was opened instead. */
  close: () => void
  closeToButton: () => void
}

interface ToolPopoverProps {
  /** It is as on ToolButton. */
  name: string
  icon: Icon
  yields?: 'early' | 'late'
  /** It counts CSS pixels; as wide as its panel where left out. */
  width?: number
  /** On hover and focus. */
  hint?: string
  /** The button's accessible description. */
  description?: string | undefined
  /** There is nothing to open now; the description says why. */
  isUnavailable?: boolean
  /** In place of opening the panel. */
  onPress?: (() => void) | undefined
  /** The panel, lazy; called while it is open. */
  children: (closing: PanelClosing) => ReactNode
}

/** Header and bar stay above the panel, also where the header takes two lines; a higher panel scrolls. */
const BELOW_THE_BAR = 'calc(100dvh - 152px)'

/** A button whose panel is loaded when it is first opened. */
export function ToolPopover(props: ToolPopoverProps) {
  const { name, icon, yields, width, hint, description, isUnavailable = false, onPress, children } = props
  const { popover, button, dropdown, closeToButton } = usePopover()
  const hasPanel = !isUnavailable && onPress === undefined
  const isOpen = popover.opened && hasPanel
  const press = isUnavailable ? undefined : (onPress ?? button.onClick)
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

interface ToolButtonProps extends Pick<AriaAttributes, 'aria-description' | 'aria-expanded' | 'aria-haspopup'> {
  /** The button says it, and it is its accessible name. */
  name: string
  icon: Icon
  /** Whether its word gives way before those of the others, where there is little room. */
  yields?: 'early' | 'late' | undefined
  /** It opens a menu. */
  isMenu?: boolean
  /** Shown as disabled, but still reachable with Tab, so that the reason can be read. */
  isUnavailable?: boolean
  onClick?: MouseEventHandler<HTMLButtonElement> | undefined
  ref?: Ref<HTMLButtonElement>
}

/**
 * An icon and a word that gives way where there is little room. Accepts what menus, popovers and tooltips pass to
 * targets.
 */
export function ToolButton(props: ToolButtonProps) {
  const { name, icon: Icon, yields = 'late', isMenu = false, isUnavailable = false, ...rest } = props
  return (
    <Button
      variant="default"
      leftSection={<Icon size={15} stroke={1.7} />}
      rightSection={isMenu ? <IconChevronDown size={13} stroke={1.7} /> : undefined}
      classNames={{ root: styles.tool ?? '', label: styles.toolLabel ?? '', section: styles.toolSection ?? '' }}
      data-yields={yields}
      aria-label={name}
      aria-disabled={isUnavailable || undefined}
      data-disabled={isUnavailable}
      {...rest}
    >
      {name}
    </Button>
  )
}

/**
 * Props for Mantine's Popover, its button and its dropdown. Escape closes it from the button too, and closes nothing
 * else.
 */
export function usePopover() {
  const [opened, onChange] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const closeToButton = useCallback(() => {
    onChange(false)
    button.current?.focus()
  }, [])
  function onKeyDown(pressed: KeyboardEvent) {
    if (pressed.key !== 'Escape' || !opened) return
    pressed.preventDefault()
    closeToButton()
  }
  useEffect(() => {
    if (!opened) return
    // The focused element may have been removed, as when an answer replaces the button that asked.
    function pressAnywhere(pressed: globalThis.KeyboardEvent) {
      if (pressed.key !== 'Escape' || document.activeElement !== document.body) return
      pressed.preventDefault()
      pressed.stopPropagation()
      closeToButton()
    }
    document.addEventListener('keydown', pressAnywhere, true)
    return () => document.removeEventListener('keydown', pressAnywhere, true)
  }, [opened, closeToButton])
  return {
    popover: { opened, onChange, closeOnEscape: false, withinPortal: false, shadow: 'md' },
    button: { ref: button, onClick: () => onChange(!opened), onKeyDown },
    dropdown: { onKeyDown },
    /** Closes the popover and returns the focus to its button. */
    closeToButton,
  }
}

/** A button on screen that commands can press too. */
interface CommandTarget {
  name: string
  button: RefObject<HTMLButtonElement | null>
  /** Tells what pressing it does; null where what it opens is open already. */
  opening: () => (() => void) | null
}

const targets = new Set<CommandTarget>()

/** Focuses the button of this name and does what a press of it does; nothing where it is not on screen, or inert. */
export function openTarget(name: string): void {
  for (const target of targets) {
    const { current } = target.button
    if (target.name !== name || current === null || current.closest('[inert]') !== null) continue
    const open = target.opening()
    if (open === null) return
    // Escape works from the button until what it opens has loaded and taken the focus.
    current.focus()
    open()
    return
  }
}

/** The button that is pressed as soon as it is on screen; null: none is waited for. */
let awaited: string | null = null

/**
 * Opens as `openTarget`, once the button is on screen, unless aborted before: what it stands in may still be loading.
 * The latest one that was asked for counts.
 */
export function openTargetOnceThere(name: string, signal: AbortSignal): void {
  if (signal.aborted) return
  awaited = name
  signal.addEventListener('abort', () => {
    if (awaited === name) awaited = null
  })
  openAwaited()
}

function openAwaited(): void {
  for (const { name, button } of targets) {
    if (name !== awaited || button.current === null || button.current.closest('[inert]') !== null) continue
    awaited = null
    openTarget(name)
    return
  }
}

/** Lets `openTarget` call `open` as long as the button is drawn. `open` null: what it opens is open already. */
export function useCommandTarget(name: string, button: CommandTarget['button'], open: (() => void) | null): void {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    const target = { name, button, opening: () => latest.current }
    targets.add(target)
    openAwaited()
    return () => {
      targets.delete(target)
    }
  }, [name, button])
}
