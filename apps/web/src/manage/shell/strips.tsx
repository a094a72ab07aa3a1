import { FlaskConical, RefreshCw, WifiOff } from '@lucide/icons'
import { useLocation } from 'react-router-dom'
import { useIsOffline } from '#lib/api/use-is-offline.ts'
import { formatClock } from '#lib/format.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import styles from './shell.module.css'
import { useIsOutdated } from './site-version.ts'

const DEMO_PATH = '/demo'

/** The strip on every page of a site that still has the demo content. */
export function DemoStrip() {
  const { hasDemoContent, duties } = useSelf()
  const { pathname } = useLocation()
  if (!hasDemoContent) return null
  const mayRemove = hasDuty(duties, ['owner']) && pathname !== DEMO_PATH
  const action = mayRemove && (
    <ButtonLink variant="outline" to={DEMO_PATH}>
      查看并移除
    </ButtonLink>
  )
  return (
    <div className={styles.strip}>
      <Note tone="warning" icon={FlaskConical} title="演示站点" action={action}>
        本站的机构、人员、证书与文章均为虚构，对外使用前请移除。移除前先备份，可以恢复。
      </Note>
    </div>
  )
}

/** The strip while the browser is offline, with the time at which the shown data was loaded. Writing stays possible. */
export function OfflineStrip({ loadedAtMs }: { loadedAtMs: number }) {
  const isOffline = useIsOffline()
  if (!isOffline) return null
  return (
    <div className={styles.strip}>
      <Note tone="warning" icon={WifiOff} title="网络已断开" isLive>
        以下为 {formatClock(loadedAtMs)} 的内容。可以继续填写，草稿存在本机，连上后再保存。
      </Note>
    </div>
  )
}

/** The strip after a release: these pages still work, but code that is not loaded yet may be gone. */
export function UpdateStrip() {
  const isOutdated = useIsOutdated()
  if (!isOutdated) return null
  const action = (
    <Button variant="outline" onClick={() => location.reload()}>
      刷新
    </Button>
  )
  return (
    <div className={styles.strip}>
      <Note icon={RefreshCw} title="网站已更新" isLive action={action}>
        刷新后使用新版本。草稿存在本机，刷新后恢复；打开着的对话框请先做完。
      </Note>
    </div>
  )
}
