import { Search } from '@lucide/icons'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSavedViews } from '#manage/controls/views/saved-views.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './jump-dialog.module.css'
import { findPlaces, findViews, type JumpItem, placeItem } from './jump-list.ts'
import { JumpOptions } from './jump-options.tsx'
import { findCertificate } from './jump-records.ts'
import type { Place } from './place.ts'
import { useRecords } from './use-records.ts'

/** Opens a page or a record by a part of its name. */
export function JumpDialog({ places, onClose }: { places: readonly Place[]; onClose: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const id = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  useEffect(() => inputRef.current?.focus(), [])
  const views = useSavedViews((state) => state.views)
  const { items: records, isPartial, isSearching } = useRecords(places, typed)
  const items: readonly JumpItem[] = [
    ...findCertificate(typed),
    ...findPlaces(places, typed).map(placeItem),
    ...findViews(views, places, typed),
    ...records,
  ]
  // The chosen option is stored by its key, so that arriving records do not put another one under the Enter key.
  const at = Math.max(
    0,
    items.findIndex(({ key }) => key === chosenKey),
  )
  const chosen = items[at]
  const go = ({ to, isPublic }: JumpItem) => {
    onClose()
    if (isPublic) location.assign(to)
    else void navigate(to)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = items.length - 1
    const steps: Record<string, number> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      ...(event.ctrlKey && { Home: 0, End: last }),
    }
    if (event.key === 'Enter') {
      if (chosen) go(chosen)
    } else if (event.key in steps) {
      setChosenKey(items[steps[event.key] ?? 0]?.key ?? null)
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
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${chosen.key}`}
          aria-autocomplete="list"
          autoComplete="off"
          placeholder="页面、工单号、证书编号、姓名、邮箱、文章标题"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setChosenKey(null)
          }}
          onKeyDown={handleKeyDown}
        />
        <button type="button" className={styles.close} onClick={onClose}>
          <VisuallyHidden>关闭</VisuallyHidden>
          <kbd>Esc</kbd>
        </button>
      </div>
      <JumpOptions id={id} items={items} chosen={chosen} typed={typed} onGo={go} />
      <p className={styles.state} role="status">
        {describeState({ count: items.length, typed: typed.trim(), isSearching, isPartial })}
      </p>
    </Dialog>
  )
}

function describeState(of: { count: number; typed: string; isSearching: boolean; isPartial: boolean }): string {
  if (of.typed === '') return ''
  if (of.isSearching) return '正在查找…'
  const partial = of.isPartial ? '有的列表暂时查不到，请稍后再试' : ''
  const found = of.count === 0 ? `没有找到“${of.typed}”` : `${of.count} 项`
  return [found, partial].filter(Boolean).join('。')
}
