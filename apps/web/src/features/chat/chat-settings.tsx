import { Settings } from '@lucide/icons'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useDesktopNotices } from '#live/desktop-notice.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import styles from './chat-settings.module.css'

/** The menu of chat settings; closes with Escape, and when it loses the focus. */
export function ChatSettings() {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.preventDefault()
    setIsOpen(false)
    ref.current?.querySelector('button')?.focus()
  }
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Safari does not focus a clicked checkbox; the element behind the menu handles clicks outside.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setIsOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes events of its children
    <div className={styles.root} ref={ref} onKeyDown={handleKeyDown} onBlur={handleBlur}>
      <IconButton
        icon={Settings}
        label="私信设置"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <>
          <div className={styles.behind} onPointerDown={() => setIsOpen(false)} />
          <fieldset className={styles.menu} id={id} aria-label="私信设置">
            <DesktopSwitch />
            <TypingSwitch />
          </fieldset>
        </>
      )}
    </div>
  )
}

function DesktopSwitch() {
  const { isSupported, permission, isOn, turnOn, turnOff } = useDesktopNotices()
  return (
    <Switch
      isOn={isOn}
      isDisabled={!isSupported || permission === 'denied'}
      hint={getDesktopHint(isSupported, permission)}
      onChange={(isWanted) => (isWanted ? void turnOn() : turnOff())}
    >
      桌面通知
    </Switch>
  )
}

function getDesktopHint(isSupported: boolean, permission: string): string {
  if (!isSupported) return '这个浏览器不支持桌面通知'
  if (permission === 'denied') return '浏览器已禁止本站通知，请在浏览器的网站设置中允许'
  return '离开本页时，新私信在桌面提醒'
}

function TypingSwitch() {
  return (
    <Switch isOn={useSharesTyping()} hint="只影响这台设备" onChange={setSharesTyping}>
      让对方看到我正在输入
    </Switch>
  )
}

interface SwitchProps {
  isOn: boolean
  isDisabled?: boolean
  hint: string
  onChange: (isOn: boolean) => void
  children: ReactNode
}

function Switch({ isOn, isDisabled = false, hint, onChange, children }: SwitchProps) {
  const id = useId()
  return (
    <label className={styles.row}>
      <span>
        <span id={`${id}-name`}>{children}</span>
        <small className={styles.hint} id={`${id}-hint`}>
          {hint}
        </small>
      </span>
      <input
        className={styles.switch}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        disabled={isDisabled}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  )
}

/* Whether the peer sees that the user is typing. Stored on the device, on by default; if the browser blocks storage,
   the setting lasts as long as the page. */
const STORAGE_KEY = 'chat-typing'
const STORED_OFF = 'off'

const handlers = new Set<() => void>()
let isOnHere: boolean | null = null

export function isSharingTyping(): boolean {
  if (isOnHere !== null) return isOnHere
  try {
    return localStorage.getItem(STORAGE_KEY) !== STORED_OFF
  } catch {
    return true
  }
}

export function setSharesTyping(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, STORED_OFF)
    isOnHere = null
  } catch {
    isOnHere = isOn
  }
  for (const handle of handlers) handle()
}

function useSharesTyping(): boolean {
  return useSyncExternalStore(subscribe, isSharingTyping, () => true)
}

/** Another tab may change the setting. */
function subscribe(handle: () => void): () => void {
  handlers.add(handle)
  addEventListener('storage', handle)
  return () => {
    handlers.delete(handle)
    removeEventListener('storage', handle)
  }
}
