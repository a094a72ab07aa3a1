import type { ManagedArticle } from '@portal/contract/articles/article-shapes.ts'
import { formatNumber } from '#lib/format.ts'
import type { TableColumn } from '#manage/controls/lists/data-table.tsx'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Tag } from '#manage/controls/values/tag.tsx'
import styles from './content-fields.module.css'
import { Remarks } from './remarks.tsx'
import { STATES } from './words.ts'

const renderLine = (text: string) => <span className={styles.line}>{text}</span>

/** Columns of the list of articles. */
export const COLUMNS: readonly TableColumn<ManagedArticle>[] = [
  {
    key: 'title',
    head: '标题',
    kind: 'main',
    isWide: true,
    renderCell: (article) => (
      <>
        {article.title} {article.isStick === 1 && <Tag tone="accent">置顶</Tag>}
        {article.isRecommend === 1 && <Tag>推荐</Tag>}
        {article.isCarousel === 1 && <Tag>轮播</Tag>}
        {article.hasDraft && <Tag tone="accent">有草稿</Tag>}
        <Remarks of={article} />
      </>
    ),
  },
  { key: 'author', head: '作者', renderCell: ({ nickname }) => renderLine(nickname) },
  { key: 'category', head: '栏目', renderCell: ({ categoryName }) => renderLine(categoryName) },
  {
    key: 'state',
    head: '状态',
    renderCell: ({ state, publishAt }) => (
      <StatusMark shape={STATES[state].shape}>
        {STATES[state].word}
        {publishAt && `${state === 'published' ? '，定时更新' : ''} ${formatShortTime(publishAt)}`}
      </StatusMark>
    ),
  },
  {
    key: 'reads',
    head: '浏览',
    kind: 'number',
    onPhone: 'labelled',
    renderCell: ({ state, quantity }) => (state === 'published' || state === 'offShelf' ? formatNumber(quantity) : '–'),
  },
  { key: 'change', head: '修改时间', renderCell: ({ changeTime }) => renderLine(formatShortTime(changeTime)) },
]
