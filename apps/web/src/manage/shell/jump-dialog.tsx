import { Search } from '@lucide/icons'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './jump-dialog.module.css'
import { findPlaces } from './jump-list.ts'
import type { Place } from './place.ts'

/** Goes to a place by typing a part of its name. */
export function JumpDialog({ places, onClose }: { places: readonly Place[]; onClose: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  useEffect(() => inputRef.current?.focus(), [])
  const found = findPlaces(places, typed)
  const chosen = found[Math.min(at, found.length - 1)]
  const go = (place: Place) => {
    onClose()
    void navigate(place.path)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = found.length - 1
    const steps: Record<string, number> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    }
    if (event.key === 'Enter') {
      if (chosen) go(chosen)
    } else if (event.key in steps) {
      setAt(Math.max(0, steps[event.key] ?? 0))
    } else {
      return
    }
    event.preventDefault()
  }
  return (
    <Dialog
      label="搜索或跳转"
      placement="top"
      className={styles.panel}
      hasCloseButton={false}
      dismissOnScrim
      onClose={onClose}
    >
      <div className={styles.bar}>
        <Icon of={Search} sizePx={18} />
        <input
          ref={inputRef}
          className={styles.input}
          role="combobox"
          aria-label="搜索或跳转"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${chosen.path}`}
          autoComplete="off"
          placeholder="页面名称"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setAt(0)
          }}
          onKeyDown={handleKeyDown}
        />
        <button type="button" className={styles.close} onClick={onClose}>
          <VisuallyHidden>关闭</VisuallyHidden>
          <kbd>Esc</kbd>
        </button>
      </div>
      <div className={styles.list} id={`${id}-list`} role="listbox" aria-label="结果">
        {found.map((place) => (
          <Option key={place.path} id={`${id}-${place.path}`} place={place} isChosen={place === chosen} onGo={go} />
        ))}
        {found.length === 0 && <p className={styles.none}>没有名为“{typed}”的页面</p>}
      </div>
    </Dialog>
  )
}

interface OptionProps {
  id: string
  place: Place
  isChosen: boolean
  onGo: (place: Place) => void
}

function Option({ id, place, isChosen, onGo }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const { label, icon, group, letter } = place
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
    <div
      ref={ref}
      className={styles.option}
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      onClick={() => onGo(place)}
    >
      <Icon of={icon} sizePx={16} />
      <span>{label}</span>
      <small className={styles.group}>{group}</small>
      {letter && <KeyCaps of={`g ${letter}`} />}
    </div>
  )
}
