import type { OwnSession } from '@portal/contract/accounts/users.ts'
import { useState } from 'react'
import { ArticleLabel } from '#domain/articles/article-meta.tsx'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { announceLogout, setUser } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import shared from '#ui/shared.module.css'
import { Time } from '#ui/time.tsx'
import { ItemRow } from '../item-row.tsx'
import { PagedList, type PageLoader, usePages } from '../paged-list.tsx'
import styles from '../user-pages.module.css'

const loadSessions: PageLoader<OwnSession> = async (api) => {
  return { rows: await api.call('GET /v1/user/sessions'), pages: 1 }
}

/** The devices on which the member is logged in. */
export function OwnSessions() {
  const api = useApi()
  const pages = usePages(loadSessions)
  const [ending, setEnding] = useState<'others' | 'all' | null>(null)
  const end = async (session: OwnSession) => {
    if (session.isCurrent) {
      await api.call('GET /logout')
      leave('退出成功')
    } else {
      await api.call('DELETE /v1/user/sessions', { query: { id: session.id } })
      pages.drop(session)
      showToast('success', '已退出该设备')
    }
  }
  const endOthers = async () => {
    await api.call('DELETE /v1/user/sessions', { query: { others: 'true' } })
    for (const session of pages.rows) if (!session.isCurrent) pages.drop(session)
    showToast('success', '其他设备已退出')
  }
  const endAll = async () => {
    await api.call('DELETE /v1/user/sessions')
    leave('已退出全部设备')
  }
  return (
    <SettingsSection title="登录设备" text="发现不认识的设备时，请退出其他设备并修改密码。登录 7 天后自动失效。">
      <PagedList pages={pages} label="登录设备" empty={null} isWhole>
        {(session) => <SessionItem session={session} onEnd={() => end(session)} />}
      </PagedList>
      {pages.rows.length > 0 && (
        <div className={styles.sessionsFoot}>
          {pages.rows.length > 1 && (
            <Button variant="outline" onClick={() => setEnding('others')}>
              退出其他设备
            </Button>
          )}
          <Button variant="outline" onClick={() => setEnding('all')}>
            全部退出
          </Button>
        </div>
      )}
      {ending && (
        <ConfirmDialog
          title={ending === 'all' ? '退出全部设备？' : '退出其他设备？'}
          confirmLabel={ending === 'all' ? '全部退出' : '退出其他设备'}
          busyLabel="退出中"
          onConfirm={ending === 'all' ? endAll : endOthers}
          onClose={() => setEnding(null)}
        >
          {ending === 'all' ? '包括当前设备，需要重新登录。' : '当前设备不受影响。'}
        </ConfirmDialog>
      )}
    </SettingsSection>
  )
}

/** Ends the session in this tab and in all others. */
function leave(text: string): void {
  setUser(null)
  announceLogout()
  showToast('success', text)
}

function SessionItem({ session, onEnd }: { session: OwnSession; onEnd: () => Promise<void> }) {
  const { isBusy, run } = useBusy()
  const device = session.device || '未知设备'
  return (
    <ItemRow
      title={device}
      meta={
        <p className={shared.noteFigures}>
          {session.isCurrent && <ArticleLabel tone="accent">当前设备</ArticleLabel>}
          {session.isCurrent && ' '}
          登录于 <Time at={session.createTime} format="dateTime" />
          {session.lastUsedTime && (
            <>
              ，最近使用 <Time at={session.lastUsedTime} format="dateTime" />
            </>
          )}
        </p>
      }
      actions={
        <Button
          variant="outline"
          isBusy={isBusy}
          busyLabel="退出中"
          aria-label={`退出此设备：${device}`}
          onClick={() => void run(onEnd)}
        >
          退出此设备
        </Button>
      }
    />
  )
}
