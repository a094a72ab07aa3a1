import { Copy, DatabaseBackup, Download } from '@lucide/icons'
import { useEffect } from 'react'
import { useLoaderData, useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { copyText } from '#lib/copy-text.ts'
import { formatBytes, formatNumber } from '#lib/format.ts'
import { FigureTable } from '#manage/controls/charts/figure-table.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { downloadWithProof } from '#manage/staff/download-with-proof.ts'
import { Button } from '#ui/forms/button.tsx'
import styles from './backups-page.module.css'

export const loader = defineLoader(({ api }) => api.call('GET /v1/manage/backups'))

/** Time between two looks at a backup that is being made, ms. */
const LOOK_MS = 2000

/** The backups of the whole site: owners make one, and download it. */
export function Component() {
  const api = useApi()
  const { records, isRunning, hasFailed, command } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useBusy()
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => void revalidate(), LOOK_MS)
    return () => clearInterval(timer)
  }, [isRunning, revalidate])
  const start = () =>
    run(async () => {
      await api.call('POST /v1/manage/backups')
      await revalidate()
    })
  return (
    <>
      <PageHead
        title="备份"
        summary="数据库、上传的图片与文件、密钥，是同一时刻的整个站点"
        actions={
          command === null && (
            <Button icon={DatabaseBackup} isBusy={isBusy || isRunning} busyLabel="备份中" onClick={() => void start()}>
              现在备份
            </Button>
          )
        }
      />
      <div className={styles.stack}>
        {command !== null && <PostgresNote command={command} />}
        {isRunning && (
          <Note isLive title="正在备份">
            网站照常使用，可以离开这一页。
          </Note>
        )}
        {hasFailed && !isRunning && (
          <Note tone="error" title="上一次没有备份成功">
            多半是磁盘空间不足。请看概览中的“存储”，腾出空间后再试。
          </Note>
        )}
        <Panel title="服务器上的备份" isFlush>
          <FigureTable
            label="服务器上的备份"
            heads={['时间', '大小', '文件', '内容', '下载']}
            numbers={[1, 2]}
            empty="还没有备份。"
            rows={records.map(({ name, time, bytes, files, hasDatabase }) => ({
              key: name,
              cells: [
                time.slice(0, 16),
                formatBytes(bytes),
                formatNumber(files),
                hasDatabase ? '整个站点' : '不含数据库',
                <Button
                  key="download"
                  variant="quiet"
                  icon={Download}
                  onClick={() =>
                    void downloadWithProof('backup.download', `/v1/manage/backups/${name}/download`, `${name}.zip`)
                  }
                >
                  下载
                </Button>,
              ],
            }))}
          />
        </Panel>
        <p className={styles.fact}>
          下载的文件与数据库一样机密：加密保存，不要发在聊天里，另存一份到别的地方。在本页做的备份保留最近 5
          份。恢复由运维人员在服务器上进行，见手册的“备份”。
        </p>
      </div>
    </>
  )
}

function PostgresNote({ command }: { command: string }) {
  return (
    <Note
      title="本站用 PostgreSQL"
      action={
        <Button
          variant="outline"
          icon={Copy}
          onClick={() => void copyText(command, '已复制命令', '浏览器不允许复制，请手动选取')}
        >
          复制命令
        </Button>
      }
    >
      请运维人员在服务器上备份：<code>{command}</code>
    </Note>
  )
}
