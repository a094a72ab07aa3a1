import type { ManagedPage } from '@portal/contract/articles/pages.ts'
import { useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Tag } from '#manage/controls/values/tag.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './content-fields.module.css'
import { Remarks } from './remarks.tsx'
import { formatShortTime } from './words.ts'

export const loader = defineLoader(({ api }) => api.call('GET /v1/manage/pages'))

const COLUMNS: readonly TableColumn<ManagedPage>[] = [
  {
    key: 'title',
    head: '页面',
    kind: 'main',
    isWide: true,
    renderCell: (page) => (
      <>
        {page.title} {page.hasDraft && <Tag tone="accent">有草稿</Tag>} <Remarks of={page} />
      </>
    ),
  },
  { key: 'path', head: '地址', onPhone: 'hidden', renderCell: ({ path }) => path },
  {
    key: 'state',
    head: '状态',
    renderCell: ({ state }) =>
      state === 'published' ? (
        <StatusMark shape="live">已发布</StatusMark>
      ) : (
        <StatusMark shape="draft">模板草稿</StatusMark>
      ),
  },
  {
    key: 'version',
    head: '版本',
    kind: 'number',
    onPhone: 'labelled',
    renderCell: ({ key, version, articleId }) =>
      articleId === null ? '–' : <TextLink to={`/pages/${key}/versions`}>{version}</TextLink>,
  },
  {
    key: 'change',
    head: '最近修改',
    renderCell: ({ editorName, changeTime }) => (
      <span className={styles.line}>
        {changeTime === null ? '首次设置' : `${editorName ?? ''} ${formatShortTime(changeTime)}`}
      </span>
    ),
  },
  {
    key: 'actions',
    head: '',
    kind: 'actions',
    renderCell: ({ key, title }) => (
      <TextLink to={`/pages/${key}`} aria-label={`编辑：${title}`}>
        编辑
      </TextLink>
    ),
  },
]

/** The list of standing pages. */
export function Component() {
  const pages = useLoaderData<typeof loader>()
  const templates = pages.filter(({ state }) => state === 'template')
  return (
    <>
      <PageHead title="页面" summary={`${pages.length} 个常设页面。地址固定，不能增删；标题与内容可改`} />
      {templates.length > 0 && (
        <Note tone="warning" title={`${templates.length} 页还是模板草稿`}>
          {templates
            .slice(0, 4)
            .map(({ title }) => `“${title}”`)
            .join('、')}
          {templates.length > 4 && '等'}只有同事看得到，补全后发布。
        </Note>
      )}
      <DataTable
        label="常设页面"
        columns={COLUMNS}
        rows={pages}
        getId={({ key }) => key}
        getName={({ title }) => title}
        getAddress={({ key }) => `/pages/${key}`}
      />
    </>
  )
}
