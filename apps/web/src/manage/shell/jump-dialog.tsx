import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Picker } from '#manage/controls/dialogs/picker.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { MarkedText } from '#manage/controls/values/marked-text.tsx'
import { useSavedViews } from '#manage/controls/views/saved-views.ts'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './jump-dialog.module.css'
import { findPlaces, findViews, type JumpItem, placeItem } from './jump-list.ts'
import { findCertificate } from './jump-records.ts'
import type { Place } from './place.ts'
import { useRecords } from './use-records.ts'

/** Opens a page or a record by a part of its name. */
export function JumpDialog({ places, onClose }: { places: readonly Place[]; onClose: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const views = useSavedViews((state) => state.views)
  const { items: records, isPartial, isSearching } = useRecords(places, typed)
  const items: readonly JumpItem[] = [
    ...findCertificate(typed),
    ...findPlaces(places, typed).map(placeItem),
    ...findViews(views, places, typed),
    ...records,
  ]
  const go = ({ to, isPublic }: JumpItem) => {
    onClose()
    if (isPublic) location.assign(to)
    else void navigate(to)
  }
  const words = typed.trim() === '' ? [] : [typed.trim()]
  const options = items.map((item) => ({
    key: item.key,
    group: item.group,
    content: <JumpTarget item={item} words={words} />,
    onPick: () => go(item),
  }))
  return (
    <Picker
      label="搜索或跳转"
      fieldLabel="搜索或跳转"
      listLabel="结果"
      placeholder="页面、工单号、证书编号、姓名、邮箱、文章标题"
      typed={typed}
      onType={setTyped}
      options={options}
      listClass={styles.list}
      optionClass={styles.option}
      closeButton={
        <button type="button" className={styles.close} onClick={onClose}>
          <VisuallyHidden>关闭</VisuallyHidden>
          <kbd>Esc</kbd>
        </button>
      }
      onClose={onClose}
    >
      <p className={styles.state} role="status">
        {describeState({ count: items.length, typed: typed.trim(), isSearching, isPartial })}
      </p>
    </Picker>
  )
}

/** The text of an option: its name, a note beside it, and its key. */
function JumpTarget({ item, words }: { item: JumpItem; words: readonly string[] }) {
  const { title, note, icon, keyName } = item
  return (
    <>
      <Icon of={icon} sizePx={16} />
      <span className={styles.title}>
        <MarkedText text={title} words={words} />
      </span>
      {note && (
        <small className={styles.note}>
          <MarkedText text={note} words={words} />
        </small>
      )}
      {keyName && <KeyCaps of={keyName} />}
    </>
  )
}

function describeState(of: { count: number; typed: string; isSearching: boolean; isPartial: boolean }): string {
  if (of.typed === '') return ''
  if (of.isSearching) return '正在查找…'
  const partial = of.isPartial ? '有的列表暂时查不到，请稍后再试' : ''
  const found = of.count === 0 ? `没有找到“${of.typed}”` : `${of.count} 项`
  return [found, partial].filter(Boolean).join('。')
}
