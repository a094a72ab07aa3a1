import { ListTodo } from '@lucide/icons'
import { Fragment, useEffect } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { describeMissing, loadMissing, type MissingItem, useMissing } from '#manage/staff/missing.ts'
import { TextLink } from '#ui/text-link.tsx'
import styles from './missing-strip.module.css'

/** Settings that the site lacks, with links to their places; renders nothing once it is complete. */
export function MissingStrip() {
  const api = useApi()
  const items = useMissing((state) => state.items)
  useEffect(() => void loadMissing(api), [api])
  if (items.length === 0) return null
  const selectKind = (kind: MissingItem['kind']) => items.filter((item) => item.kind === kind)
  const [settings, pages] = [selectKind('setting'), selectKind('page')]
  return (
    <div className={styles.root}>
      <Note icon={ListTodo}>
        {settings.length > 0 && (
          <>
            站点信息还有 {settings.length} 项未填：
            <Places items={settings} />
          </>
        )}
        {settings.length > 0 && pages.length > 0 && '；'}
        {pages.length > 0 && (
          <>
            常设页面还有 {pages.length} 页是模板草稿：
            <Places items={pages} />
          </>
        )}
      </Note>
    </div>
  )
}

function Places({ items }: { items: readonly MissingItem[] }) {
  return items.map((item, at) => {
    const { label, to } = describeMissing(item)
    return (
      <Fragment key={item.name}>
        {at > 0 && '、'}
        <TextLink to={to}>{label}</TextLink>
      </Fragment>
    )
  })
}
