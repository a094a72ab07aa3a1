import type { DataFor } from '@portal/contract/calls.ts'
import { Note } from '#manage/controls/layout/note.tsx'

/** Number of articles named in a note. */
const NAMED = 3

export type FaultyArticles = DataFor<'POST /v1/manage/articles/faults'>

interface PublishFaultsProps {
  rows: readonly { id: number; title: string; hasDraft: boolean }[]
  faulty: FaultyArticles
}

/** Names the articles that are skipped because of a draft, and those with faults that readers would see. */
export function PublishFaults({ rows, faulty }: PublishFaultsProps) {
  const listTitles = (kind: 'closedLinks' | 'picturesWithoutText') =>
    faulty.flatMap(({ id, [kind]: count }) => (count > 0 ? `“${rows.find((row) => row.id === id)?.title ?? id}”` : []))
  const closed = listTitles('closedLinks')
  const wordless = listTitles('picturesWithoutText')
  const drafted = rows.flatMap(({ title, hasDraft }) => (hasDraft ? `“${title}”` : []))
  return (
    <>
      {drafted.length > 0 && (
        <Note tone="warning" title={`跳过 ${drafted.length} 篇有草稿的`}>
          {joinTitles(drafted)}。草稿里有没有保存的改动，请打开后发布。
        </Note>
      )}
      {wordless.length > 0 && (
        <Note tone="warning" title={`有 ${wordless.length} 篇的图片没有替代文字`}>
          {joinTitles(wordless)}。看不见图的读者不知道图里是什么。
        </Note>
      )}
      {closed.length > 0 && (
        <Note tone="warning" title={`有 ${closed.length} 篇的链接读者打不开`}>
          {joinTitles(closed)}。所指的页面还没有发布、已经下线，或地址不存在。
        </Note>
      )}
    </>
  )
}

/** Joins titles, the first of many. */
export const joinTitles = (titles: readonly string[]) =>
  titles.slice(0, NAMED).join('、') + (titles.length > NAMED ? `等 ${titles.length} 篇` : '')
