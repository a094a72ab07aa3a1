import { Plus } from '@lucide/icons'
import type { ManagedPage } from '@portal/contract/articles/pages.ts'
import { OWN_PAGES_MAX } from '@portal/contract/articles/slug-rules.ts'
import { useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Tag } from '#manage/controls/values/tag.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './content-fields.module.css'
import { Remarks } from './remarks.tsx'

/** A page of the list. */
interface ListedPage extends ManagedPage {
  /** It is still a template, which the laboratory does not want. */
  isUnwanted: boolean
}

export const loader = defineLoader(async ({ api }): Promise<ListedPage[]> => {
  const [pages, { settings }] = await Promise.all([api.call('GET /v1/manage/pages'), api.call('GET /v1/manage/site')])
  const unwanted = settings.pages.unwantedPages ?? []
  return pages.map((page) => ({
    ...page,
    isUnwanted: page.state === 'template' && page.key !== null && unwanted.includes(page.key),
  }))
})

const UNPUBLISHED = { template: '模板草稿', draft: '草稿', offline: '已下线，读者看不到' } as const

/** The editor of a standing page is found by its key, that of an own page by the number of its article. */
const buildEditorPath = ({ key, articleId }: ManagedPage) => `/pages/${key ?? articleId}`

const COLUMNS: readonly TableColumn<ListedPage>[] = [
  {
    key: 'title',
    head: '页面',
    kind: 'main',
    isWide: true,
    renderCell: (page) => (
      <>
        {page.title} {page.key === null && <Tag>自建</Tag>}
        {page.hasDraft && <Tag tone="accent">有草稿</Tag>} <Remarks of={page} />
      </>
    ),
  },
  { key: 'path', head: '地址', onPhone: 'hidden', renderCell: ({ path }) => path },
  {
    key: 'state',
    head: '状态',
    renderCell: ({ state, isUnwanted }) => {
      if (state === 'published') return <StatusMark shape="live">已发布</StatusMark>
      if (isUnwanted) return <StatusMark shape="off">不需要</StatusMark>
      return <StatusMark shape={state === 'offline' ? 'off' : 'draft'}>{UNPUBLISHED[state]}</StatusMark>
    },
  },
  {
    key: 'version',
    head: '版本',
    kind: 'number',
    onPhone: 'labelled',
    renderCell: (page) =>
      page.articleId === null ? '–' : <TextLink to={`${buildEditorPath(page)}/versions`}>{page.version}</TextLink>,
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
    renderCell: (page) => (
      <TextLink to={buildEditorPath(page)} aria-label={`编辑：${page.title}`}>
        编辑
      </TextLink>
    ),
  },
]

/** The list of standing pages and own pages. */
export function Component() {
  const pages = useLoaderData<typeof loader>()
  const own = pages.filter(({ key }) => key === null)
  const templates = pages.filter(({ state, isUnwanted }) => state === 'template' && !isUnwanted)
  return (
    <>
      <PageHead
        title="页面"
        summary={`${pages.length - own.length} 个常设页面，地址固定；${own.length} 个自建页面，最多 ${OWN_PAGES_MAX} 个`}
        actions={
          <ButtonLink icon={Plus} to="/pages/new">
            新建页面
          </ButtonLink>
        }
      />
      {templates.length > 0 && (
        <div className={styles.notes}>
          <Note tone="warning" title={`${templates.length} 页还是模板草稿`}>
            {templates
              .slice(0, 4)
              .map(({ title }) => `“${title}”`)
              .join('、')}
            {templates.length > 4 && '等'}只有同事看得到，补全后发布。
          </Note>
        </div>
      )}
      <DataTable
        label="页面"
        columns={COLUMNS}
        rows={pages}
        getId={({ path }) => path}
        getName={({ title }) => title}
        getAddress={buildEditorPath}
      />
    </>
  )
}
