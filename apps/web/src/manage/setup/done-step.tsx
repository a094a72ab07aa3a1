import { LayoutDashboard } from '@lucide/icons'
import { useEffect, useState } from 'react'
import { toSite } from '#domain/site/site.ts'
import { useApi } from '#lib/api/api-context.ts'
import { LoadingRows } from '#manage/controls/layout/loading-rows.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { describeMissing, loadMissing, type MissingItem, useMissing } from '#manage/staff/missing.ts'
import { Button } from '#ui/forms/button.tsx'
import styles from './setup-form.module.css'
import { StepButtons } from './setup-frame.tsx'

/** Default name of a site without one. */
const { name: DEFAULT_NAME } = toSite(null)

/** Describes what visitors see meanwhile. */
function describeState({ kind, name }: MissingItem): string {
  if (kind === 'page') return '还是模板，访客看不到'
  return name === 'name' ? `未填，暂时显示“${DEFAULT_NAME}”` : '未填，公开页上不显示'
}

/** The settings that are still missing, with links to their places. */
export function DoneStep() {
  const api = useApi()
  const items = useMissing((state) => state.items)
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => void loadMissing(api).then(() => setIsLoaded(true)), [api])
  if (!isLoaded) return <LoadingRows count={4} />
  return (
    <div className={styles.form}>
      {items.length === 0 ? (
        <Note tone="success">站点信息与常设页面都已齐备。</Note>
      ) : (
        <ul className={styles.list} aria-label="尚缺">
          {items.map((item) => {
            const { label, to } = describeMissing(item)
            return (
              <li key={`${item.kind} ${item.name}`}>
                <span className={styles.what}>{label}</span>
                <span className={styles.place}>{describeState(item)}</span>
                <a href={`/manage${to}`} aria-label={`${item.kind === 'setting' ? '填写' : '编辑'}：${label}`}>
                  {item.kind === 'setting' ? '填写' : '编辑'}
                </a>
              </li>
            )
          })}
        </ul>
      )}
      <StepButtons note="在“概览”里一直看得到还缺什么">
        <Button icon={LayoutDashboard} onClick={() => location.assign('/manage/')}>
          进入管理
        </Button>
      </StepButtons>
    </div>
  )
}
