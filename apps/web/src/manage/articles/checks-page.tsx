import { RefreshCw } from '@lucide/icons'
import type { ContentFault, FaultKind } from '@portal/contract/manage/content-checks.ts'
import { useEffect } from 'react'
import { useLoaderData, useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { ListFoot } from '#manage/controls/lists/list-foot.tsx'
import { StatusMark, type StatusShape } from '#manage/controls/values/status-mark.tsx'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './content-fields.module.css'
import { shortTime } from './words.ts'

export const loader = defineLoader(({ api, query }) => {
  const after = Number(query.get('after'))
  return api.call('GET /v1/manage/checks', { query: after ? { after } : {} })
})

const KINDS: Readonly<Record<FaultKind, { shape: StatusShape; word: string; act: string }>> = {
  missingPage: { shape: 'stop', word: '链接失效', act: '改链接' },
  missingFile: { shape: 'stop', word: '图片不存在', act: '换图片' },
  noAlternativeText: { shape: 'wait', word: '图片缺替代文字', act: '补文字' },
}

const editorOf = ({ pageKey, articleId }: ContentFault) => (pageKey ? `/pages/${pageKey}` : `/articles/${articleId}`)

const COLUMNS: readonly TableColumn<ContentFault>[] = [
  {
    key: 'kind',
    head: '问题',
    kind: 'main',
    cell: ({ kind }) => <StatusMark shape={KINDS[kind].shape}>{KINDS[kind].word}</StatusMark>,
  },
  {
    key: 'title',
    head: '所在',
    isWide: true,
    cell: ({ title, pageKey }) => (pageKey ? `${title}（常设页面）` : title),
  },
  { key: 'target', head: '内容', cell: ({ target }) => target },
  { key: 'found', head: '发现', cell: ({ foundTime }) => <span className={styles.line}>{shortTime(foundTime)}</span> },
  {
    key: 'act',
    head: '',
    kind: 'actions',
    cell: (fault) => <TextLink to={editorOf(fault)}>{KINDS[fault.kind].act}</TextLink>,
  },
]

/** While a check runs the page looks again after this time. ms. */
const LOOK_MS = 2000

/** Faults in published texts. */
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
  const state = isRunning
    ? `正在检查：${check.checked} / ${check.total} 篇`
    : check.finishTime === null
      ? '还没有检查过全部内容'
      : `最近 ${shortTime(check.finishTime)}`
  return (
    <>
      <PageHead
        title="内容检查"
        crumb={<TextLink to="/articles">文章</TextLink>}
        summary={`每天 02:00 检查全部已发布内容的站内链接与图片，${state}`}
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
        idOf={({ id }) => String(id)}
        nameOf={({ title }) => title}
        empty={<EmptyState>没有发现失效的链接或缺替代文字的图片</EmptyState>}
      />
      <ListFoot olderTo={hasMore ? `?after=${records.at(-1)?.id}` : null}>{records.length} 处</ListFoot>
    </>
  )
}
