import { CalendarDays, ListChecks } from '@lucide/icons'
import type { ArticleView } from '@portal/contract/articles/article-shapes.ts'
import { NO_TITLE } from '@portal/contract/articles/article-words.ts'
import { useLoaderData, useNavigate } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { DataTable } from '#manage/controls/lists/data-table.tsx'
import { FilterBar, FilterDate, FilterSelect, FilterText } from '#manage/controls/lists/filter-bar.tsx'
import { ListFoot } from '#manage/controls/lists/list-foot.tsx'
import { useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { useSelection } from '#manage/controls/lists/use-selection.ts'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { COLUMNS } from './article-columns.tsx'
import { ArticleBulk } from './bulk/article-bulk.tsx'
import { BulkProgress } from './bulk/bulk-progress.tsx'
import type { ArticleFilter } from './bulk/select-matching.tsx'

const VIEWS: readonly [ArticleView, string][] = [
  ['all', '全部'],
  ['waiting', '待审'],
  ['draft', '草稿'],
  ['scheduled', '定时'],
  ['published', '已发布'],
  ['offShelf', '已下架'],
]
const FILTERS = ['keyword', 'categoryId', 'tagId', 'author', 'from'] as const

export const loader = defineLoader(async ({ api, query }) => {
  const readTextFilter = (name: string) => (query.get(name) ? { [name]: query.get(name) } : {})
  const readNumberFilter = (name: string) => (Number(query.get(name)) ? { [name]: Number(query.get(name)) } : {})
  const filter: ArticleFilter = {
    ...readTextFilter('view'),
    ...readTextFilter('keyword'),
    ...readTextFilter('author'),
    ...readTextFilter('from'),
    ...readNumberFilter('categoryId'),
    ...readNumberFilter('tagId'),
  }
  const [list, job, counts, categories, tags] = await Promise.all([
    api.call('GET /v1/manage/articles', { query: { ...filter, ...readTextFilter('after') } }),
    api.call('GET /v1/manage/articles/bulkJobs'),
    api.call('GET /v1/manage/articles/counts'),
    api.call('GET /v1/category/'),
    api.call('GET /v1/tag/'),
  ])
  return { list, job, filter, counts, categories, tags }
})

/** Creates the form of a new article. */
const createForm = (categoryId: number) => ({
  title: NO_TITLE,
  summary: '',
  avatar: '',
  keywords: '',
  isOriginal: 1,
  originalUrl: '',
  categoryId,
  tagList: [],
  isStick: 0,
  isRecommend: 0,
  isCarousel: 0,
  contentMd: '',
})

/** The list of the articles of all writers. */
export function Component() {
  const { list, job, filter, counts, categories, tags } = useLoaderData<typeof loader>()
  const api = useApi()
  const navigate = useNavigate()
  const filters = useAddressFilters(FILTERS)
  const selection = useSelection(list.records.map(({ id }) => String(id)))
  const view = filters.get('view') || 'all'
  const begin = async () => {
    const body = { form: createForm(categories[0]?.id ?? 0) }
    const createdArticle = await api.call('POST /v1/manage/articles', { body }).catch(() => null)
    if (createdArticle) await navigate(`/articles/${createdArticle.id}`)
  }
  useKeys({ c: { words: '写文章', run: () => void begin() } })
  const toOptions = (all: readonly { id: number; name: string }[]) => [
    { value: '', label: '全部' },
    ...all.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <>
      <PageHead
        title="文章"
        actions={
          <>
            <ButtonLink variant="quiet" icon={CalendarDays} to="/articles/calendar">
              日历
            </ButtonLink>
            <ButtonLink variant="quiet" icon={ListChecks} to="/articles/checks">
              内容检查 {counts.faults > 0 && counts.faults}
            </ButtonLink>
            <Button onClick={() => void begin()}>写文章</Button>
          </>
        }
      />
      <ViewTabs
        label="文章的状态"
        views={VIEWS.map(([name, label]) => ({
          label,
          to: filters.linkWith('view', name === 'all' ? '' : name),
          count: counts[name],
          isCurrent: view === name,
        }))}
      />
      <FilterBar
        list="articles"
        search={{
          value: filters.get('keyword'),
          placeholder: '标题、编号',
          onSearch: (text) => filters.set('keyword', text),
        }}
        onClear={filters.setNames.length > 0 ? filters.clear : undefined}
        end={`${list.records.length}${list.next ? '+' : ''} 篇`}
      >
        <FilterSelect
          label="栏目"
          value={filters.get('categoryId')}
          options={toOptions(categories)}
          onChange={(value) => filters.set('categoryId', value)}
        />
        <FilterSelect
          label="标签"
          value={filters.get('tagId')}
          options={toOptions(tags)}
          onChange={(value) => filters.set('tagId', value)}
        />
        <FilterText
          key={filters.get('author')}
          label="作者"
          value={filters.get('author')}
          suggestions={[...new Set(list.records.map(({ nickname }) => nickname))]}
          onChange={(value) => filters.set('author', value)}
        />
        <FilterDate label="修改于" value={filters.get('from')} onChange={(value) => filters.set('from', value)} />
      </FilterBar>
      <BulkProgress job={job} />
      <ArticleBulk
        selection={selection}
        rows={list.records}
        filter={list.next || filters.get('after') ? filter : null}
        categories={categories}
        tags={tags}
      />
      <DataTable
        label="文章"
        columns={COLUMNS}
        rows={list.records}
        getId={({ id }) => String(id)}
        getName={({ title }) => title}
        getAddress={({ id }) => `/articles/${id}`}
        selection={selection}
        empty={
          filters.setNames.length > 0 ? (
            <EmptyState title="没有符合条件的文章">换一个筛选条件，或清除筛选</EmptyState>
          ) : view === 'all' ? (
            <EmptyState title="还没有文章">点“写文章”写第一篇</EmptyState>
          ) : (
            <EmptyState title="这里没有文章" link={{ to: '/articles', text: '查看全部文章' }} />
          )
        }
      />
      <ListFoot
        olderTo={list.next ? filters.linkWith('after', list.next) : null}
        newestTo={filters.get('after') ? filters.linkWith('after', '') : null}
      >
        按修改时间排列
      </ListFoot>
    </>
  )
}
