import { Trash2 } from '@lucide/icons'
import type { DataFor } from '@portal/contract/calls.ts'
import { useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { formatNumber } from '#lib/format.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { loadMissing } from '#manage/staff/missing.ts'
import { loadStaff } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { BackupPanel } from './backup-panel.tsx'
import { CountTable } from './count-table.tsx'
import { ADDED_NAMES, DEMO_NAMES } from './demo-names.ts'
import styles from './demo-page.module.css'
import { RemoveDialog } from './remove-dialog.tsx'

type Removed = DataFor<'DELETE /v1/manage/demo'>

export const loader = defineLoader(({ api }) => api.call('GET /v1/manage/demo'))

/** The demo content: its records, the additions of others, and its removal in one step. */
export function Component() {
  const api = useApi()
  const { invented, added, backupCommand } = useLoaderData<typeof loader>()
  const [isAsking, setIsAsking] = useState(false)
  const [removed, setRemoved] = useState<Removed | null>(null)
  const count = invented.reduce((sum, one) => sum + one.count, 0)

  const remove = async () => {
    const query = backupCommand === null ? {} : { hasBackup: 'yes' as const }
    setRemoved(await api.call('DELETE /v1/manage/demo', { query }))
    // The strip disappears, and the list of missing settings is updated.
    void loadStaff(api)
    void loadMissing(api)
  }

  if (removed) return <Done removed={removed} />
  if (count === 0) {
    return (
      <>
        <PageHead title="演示内容" />
        <EmptyState title="本站没有演示内容" link={{ to: '/', text: '回到概览' }} />
      </>
    )
  }
  return (
    <>
      <PageHead
        title="演示内容"
        summary={`共 ${formatNumber(count)} 项，均为虚构。移除在一步里完成，要么全部移除，要么一项不动`}
        actions={
          <Button icon={Trash2} onClick={() => setIsAsking(true)}>
            移除演示内容
          </Button>
        }
      />
      <Columns>
        <Panel title="将移除" note="本站自己改过的站点信息、重新导入过的证书不在其中" span={8} isFlush>
          <CountTable caption="将移除的演示内容" names={DEMO_NAMES} rows={invented} />
        </Panel>
        <BackupPanel command={backupCommand} />
        {added.length > 0 && (
          <Panel title="一并移除" note="会员与同事加在演示内容上的" span={8} isFlush>
            <CountTable caption="一并移除的内容" names={ADDED_NAMES} rows={added} />
          </Panel>
        )}
      </Columns>
      {isAsking && (
        <RemoveDialog
          count={count}
          addedCount={added.reduce((sum, one) => sum + one.count, 0)}
          backupCommand={backupCommand}
          onConfirm={remove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

function Done({ removed: { backup, restoreCommand } }: { removed: Removed }) {
  return (
    <>
      <PageHead title="演示内容已移除" />
      <div className={styles.done}>
        <Note tone="success" isLive>
          公开页面已不再显示演示内容。{backup === null && '需要恢复时，用您移除前做的备份。'}
        </Note>
      </div>
      {backup !== null && restoreCommand !== null && <BackupPanel backup={backup} command={restoreCommand} />}
      <EmptyState title="接下来补齐站点信息与常设页面" link={{ to: '/', text: '看还缺什么' }} />
    </>
  )
}
