import { LayoutGrid, List } from '@lucide/icons'
import { MEDIA_WARN_SHARE } from '@portal/contract/media/media-rules.ts'
import { useLoaderData, useLocation, useRevalidator } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { formatBytes, formatNumber } from '#lib/format.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { FilterBar, FilterDate, FilterSelect } from '#manage/controls/lists/filter-bar.tsx'
import { ListFoot } from '#manage/controls/lists/list-foot.tsx'
import { useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { useSelection } from '#manage/controls/lists/use-selection.ts'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import styles from '#manage/controls/media/media.module.css'
import { MediaGrid, MediaState } from '#manage/controls/media/media-grid.tsx'
import { formatSize, type MediaItem } from '#manage/controls/media/media-words.ts'
import { MEDIA_FILTERS, readMediaFilter } from '#manage/controls/media/read-media-filter.ts'
import { Ruler } from '#manage/controls/values/ruler.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { MediaBulk } from './media-bulk.tsx'
import { MediaUploader } from './media-uploader.tsx'
import { useMediaUploads } from './use-media-uploads.ts'

const VIEWS = [
  ['', '全部'],
  ['picture', '图片'],
  ['pdf', 'PDF'],
  ['noAlt', '缺替代文字'],
  ['unused', '未使用'],
  ['deleted', '回收站'],
] as const
const SIZES = [
  { value: '', label: '全部' },
  { value: '1', label: '1 MB 以上' },
  { value: '5', label: '5 MB 以上' },
]

export const loader = defineLoader(({ api, query }) => {
  const after = query.get('after')
  return api.call('GET /v1/manage/media', { query: { ...readMediaFilter(query), ...(after && { after }) } })
})

const NO_FILES = { title: '还没有图片和文件', next: '拖到上面的框里，或点“选择文件”' }
/** Titles of empty views, and what to do next. */
const EMPTY: Readonly<Record<string, { title: string; next: string }>> = {
  picture: { ...NO_FILES, title: '还没有图片' },
  pdf: { ...NO_FILES, title: '还没有 PDF' },
  noAlt: { title: '每张图片都有替代文字', next: '缺替代文字的图片会列在这里' },
  unused: { title: '没有未使用的文件', next: '没有用在任何内容里的文件会列在这里' },
  deleted: { title: '回收站是空的', next: '删除的文件会列在这里，90 天内可以恢复' },
}
const NO_MATCH = { title: '没有符合条件的文件', next: '换一个筛选条件，或清除筛选' }

/** The library of pictures and files. */
export function Component() {
  const { records, next, counts, uploaders, usedBytes, totalBytes, isCounting } = useLoaderData<typeof loader>()
  const filters = useAddressFilters(MEDIA_FILTERS)
  const { search } = useLocation()
  const selection = useSelection(records.map(({ id }) => id))
  const { revalidate } = useRevalidator()
  const uploading = useMediaUploads(() => revalidate())
  const view = filters.get('view')
  const isList = filters.get('as') === 'list'
  const getItemAddress = ({ id }: MediaItem) => `/media/${id}${search}`
  const empty = filters.setNames.length > 0 ? NO_MATCH : (EMPTY[view] ?? NO_FILES)
  return (
    <>
      <PageHead
        title="图片与文件"
        summary={`${formatNumber(counts.all)} 个，连同旧文件和回收站共 ${formatBytes(usedBytes)}，上限 ${formatBytes(totalBytes)}`}
      />
      <StorageNote share={usedBytes / totalBytes} />
      <ViewTabs
        label="种类"
        views={VIEWS.map(([name, label]) => ({
          label,
          to: filters.linkWith('view', name),
          count: counts[name || 'all'],
          isCurrent: view === name,
        }))}
      />
      <FilterBar
        search={{
          value: filters.get('search'),
          placeholder: '文件名、替代文字、用在哪篇',
          onSearch: (text) => filters.set('search', text),
        }}
        onClear={filters.setNames.length > 0 ? filters.clear : undefined}
        end={<ArrangementSwitch isList={isList} linkTo={(as) => filters.linkWith('as', as)} />}
      >
        <FilterSelect
          label="上传者"
          value={filters.get('by')}
          options={[{ value: '', label: '全部' }, ...uploaders.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(value) => filters.set('by', value)}
        />
        <FilterDate label="上传自" value={filters.get('from')} onChange={(value) => filters.set('from', value)} />
        <FilterDate label="至" value={filters.get('to')} onChange={(value) => filters.set('to', value)} />
        <FilterSelect
          label="大小"
          value={filters.get('minMb')}
          options={SIZES}
          onChange={(value) => filters.set('minMb', value)}
        />
      </FilterBar>
      {view !== 'deleted' && <MediaUploader uploading={uploading} />}
      {isCounting && <Note>有些文章刚刚改过，用途还在统计，稍后刷新即可看到。</Note>}
      <MediaBulk selection={selection} rows={records} isBin={view === 'deleted'} />
      {isList || records.length === 0 ? (
        <DataTable
          label="图片与文件"
          columns={COLUMNS}
          rows={records}
          getId={({ id }) => id}
          getName={({ name }) => name}
          getAddress={getItemAddress}
          selection={selection}
          empty={<EmptyState title={empty.title}>{empty.next}</EmptyState>}
        />
      ) : (
        <MediaGrid
          items={records}
          selection={selection}
          renderFrame={(item, cell) => (
            <Link className={styles.frame} to={getItemAddress(item)}>
              {cell}
            </Link>
          )}
        />
      )}
      <ListFoot
        olderTo={next ? filters.linkWith('after', next) : null}
        newestTo={filters.get('after') ? filters.linkWith('after', '') : null}
      >
        最近上传的在前
      </ListFoot>
    </>
  )
}

/** A ruler of the storage, from the share where space becomes short. */
function StorageNote({ share }: { share: number }) {
  if (share < MEDIA_WARN_SHARE) return null
  const percent = Math.min(100, Math.round(share * 100))
  return (
    <Note tone="warning" title={`已用 ${percent}%`}>
      满了以后不能再上传，请删除未使用的文件；回收站里的 90 天后腾出空间。
      <Ruler share={Math.min(1, share)} label={`已用 ${percent}%`} />
    </Note>
  )
}

function ArrangementSwitch({ isList, linkTo }: { isList: boolean; linkTo: (as: string) => string }) {
  return (
    <fieldset className={styles.switch}>
      <legend>
        <VisuallyHidden>排列</VisuallyHidden>
      </legend>
      <Link to={linkTo('')} aria-label="大图" aria-current={!isList || undefined}>
        <Icon of={LayoutGrid} sizePx={16} />
      </Link>
      <Link to={linkTo('list')} aria-label="列表" aria-current={isList || undefined}>
        <Icon of={List} sizePx={16} />
      </Link>
    </fieldset>
  )
}

const COLUMNS: readonly TableColumn<MediaItem>[] = [
  { key: 'name', head: '文件', kind: 'main', isWide: true, renderCell: ({ name }) => name },
  { key: 'size', head: '尺寸', onPhone: 'labelled', renderCell: formatSize },
  { key: 'bytes', head: '大小', kind: 'number', onPhone: 'labelled', renderCell: ({ bytes }) => formatBytes(bytes) },
  { key: 'state', head: '使用', renderCell: (item) => <MediaState item={item} /> },
  { key: 'by', head: '上传者', onPhone: 'hidden', renderCell: ({ byName }) => byName ?? '–' },
  { key: 'time', head: '上传时间', onPhone: 'hidden', renderCell: ({ time }) => time.slice(0, 16) },
]
