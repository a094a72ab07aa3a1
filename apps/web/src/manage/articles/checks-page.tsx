import { RefreshCw } from '@lucide/icons'
import type { ContentCheck, ContentFault, FaultKind } from '@portal/contract/articles/content-checks.ts'
import { useEffect } from 'react'
import { useLoaderData, useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { ListFoot } from '#manage/controls/lists/list-foot.tsx'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { StatusMark, type StatusShape } from '#manage/controls/values/status-mark.tsx'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './content-fields.module.css'

export const loader = defineLoader(({ api, query }) => {
  const after = Number(query.get('after'))
  return api.call('GET /v1/manage/checks', { query: after ? { after } : {} })
})

const KINDS: Readonly<Record<FaultKind, { shape: StatusShape; word: string; act: string }>> = {
  missingPage: { shape: 'stop', word: '链接失效', act: '改链接' },
  missingFile: { shape: 'stop', word: '文件不存在', act: '换文件' },
  deadLink: { shape: 'stop', word: '外部链接打不开', act: '改链接' },
  noAlternativeText: { shape: 'wait', word: '图片缺替代文字', act: '补文字' },
}

const PROBLEMS: Readonly<Record<string, string>> = {
  timeout: '超时无应答',
  name: '域名不存在',
  connection: '连接失败',
  certificate: '证书无效',
  private: '不是公网地址',
  redirects: '转址过多',
}

/** Reason why a link to another site failed, and the time of the last attempt. */
function Followed({ fault: { problem, followTime } }: { fault: ContentFault }) {
  if (problem === null || followTime === null) return null
  const why = PROBLEMS[problem] ?? `返回 ${problem}`
  return (
    <span className={styles.note}>
      {why}，最近检查 {formatShortTime(followTime)}
    </span>
  )
}

const buildEditorPath = ({ pageKey, articleId }: ContentFault) =>
  pageKey ? `/pages/${pageKey}` : `/articles/${articleId}`

const COLUMNS: readonly TableColumn<ContentFault>[] = [
  {
    key: 'kind',
    head: '问题',
    kind: 'main',
    renderCell: ({ kind }) => <StatusMark shape={KINDS[kind].shape}>{KINDS[kind].word}</StatusMark>,
  },
  {
    key: 'title',
    head: '所在',
    isWide: true,
    renderCell: ({ title, pageKey }) => (pageKey ? `${title}（常设页面）` : title),
  },
  {
    key: 'target',
    head: '内容',
    renderCell: (fault) => (
      <>
        <span className={styles.target}>{fault.target}</span>
        <Followed fault={fault} />
      </>
    ),
  },
  {
    key: 'found',
    head: '发现',
    renderCell: ({ foundTime }) => <span className={styles.line}>{formatShortTime(foundTime)}</span>,
  },
  {
    key: 'act',
    head: '',
    kind: 'actions',
    renderCell: (fault) => <TextLink to={buildEditorPath(fault)}>{KINDS[fault.kind].act}</TextLink>,
  },
]

/** Whether no external link could be opened, because the server is cut off. */
const isOffline = ({ linksChecked, linksTotal }: Pick<ContentCheck, 'linksChecked' | 'linksTotal'>) =>
  linksTotal > 0 && linksChecked === 0

/** State of the check: running, or the time at which it ended. */
function describeState({ isRunning, finishTime, ...done }: ContentCheck): string {
  const { checked, total, linksChecked, linksTotal } = done
  if (isRunning) {
    return linksTotal > 0 ? `正在打开外部链接：${linksChecked} / ${linksTotal}` : `正在检查：${checked} / ${total} 篇`
  }
  if (finishTime === null) return '还没有检查过全部内容'
  return `最近检查 ${formatShortTime(finishTime)}${isOffline(done) ? '；服务器连不上外部网络，外部链接未检查' : ''}`
}

/** Interval at which the page reloads a running check, ms. */
const LOOK_MS = 2000

/** The page of faults in published texts. */
export function Component() {
  const { records, hasMore, check } = useLoaderData<typeof loader>()
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { isRunning } = check
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => void revalidate(), LOOK_MS)
    return () => clearInterval(timer)
  }, [isRunning, revalidate])
  const start = async () => {
    await api.call('POST /v1/manage/checks').catch(() => null)
    await revalidate()
  }
  return (
    <>
      <PageHead
        title="内容检查"
        crumb={<TextLink to="/articles">文章</TextLink>}
        summary={`每天 02:00 检查全部已发布内容的链接与图片，${describeState(check)}`}
        actions={
          <Button variant="outline" icon={RefreshCw} isBusy={isRunning} busyLabel="检查中" onClick={() => void start()}>
            立即检查
          </Button>
        }
      />
      <DataTable
        label="内容检查"
        columns={COLUMNS}
        rows={records}
        getId={({ id }) => String(id)}
        getName={({ title }) => title}
        empty={
          check.finishTime === null ? (
            <EmptyState title="还没有检查过">每天 02:00 自动检查，也可以点“立即检查”</EmptyState>
          ) : (
            <EmptyState title="没有问题">
              {isOffline(check) ? '本站的链接' : '链接'}都能打开，文件都在，图片都有替代文字
            </EmptyState>
          )
        }
      />
      <ListFoot olderTo={hasMore ? `?after=${records.at(-1)?.id}` : null}>
        {records.length} 处。外部链接每天打开一次，两个不同的日子都打不开才列出。
      </ListFoot>
    </>
  )
}
