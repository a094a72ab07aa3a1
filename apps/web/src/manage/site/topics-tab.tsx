import { Plus } from '@lucide/icons'
import type { DataFor } from '@portal/contract/calls.ts'
import type { TopicKind } from '@portal/contract/site/topics.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { TopicNameDialog } from '#manage/controls/dialogs/topic-name-dialog.tsx'
import { LoadingRows } from '#manage/controls/layout/loading-rows.tsx'
import { Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { Button } from '#ui/forms/button.tsx'
import { MergeDialog } from './merge-topics-dialog.tsx'
import { useSiteForm } from './site-form.ts'
import styles from './site-page.module.css'
import { TopicList } from './topic-list.tsx'
import { type Topic, useTags } from './use-tags.ts'

type Categories = DataFor<'GET /v1/manage/categories'>

type Open =
  | { what: 'add'; kind: TopicKind }
  | { what: 'rename'; kind: TopicKind; topic: Topic }
  | { what: 'merge'; kind: TopicKind; topic: Topic }

/** 栏目与标签: changes are saved at once, without the save bar. */
export function TopicsTab({ categories }: { categories: Categories | null }) {
  const { mayEdit } = useSiteForm()
  const api = useApi()
  const { revalidate } = useRevalidator()
  const tags = useTags()
  const [open, setOpen] = useState<Open | null>(null)
  if (!categories) return <LoadingRows />

  const refresh = (kind: TopicKind) => (kind === 'category' ? void revalidate() : tags.reload())
  const move = async (kind: TopicKind, topic: Topic, before: number | undefined) => {
    const body = { kind, ...(before !== undefined && { before }) }
    await api.call('POST /v1/manage/topics/{topicId}/move', { params: { topicId: topic.id }, body })
    showToast('success', `已移动“${topic.name}”`)
    refresh(kind)
  }
  const add = (kind: TopicKind) =>
    mayEdit && (
      <Button variant="outline" icon={Plus} onClick={() => setOpen({ what: 'add', kind })}>
        添加
      </Button>
    )
  return (
    <>
      <Columns>
        <Panel title="栏目" note="次序见“文章分类”" span={6} isFlush actions={add('category')}>
          <TopicList
            kind="category"
            topics={categories.records}
            empty="还没有栏目，点“添加”建立第一个"
            onMove={(topic, before) => void move('category', topic, before)}
            onRename={(topic) => setOpen({ what: 'rename', kind: 'category', topic })}
            onMerge={(topic) => setOpen({ what: 'merge', kind: 'category', topic })}
          />
          <p className={styles.panelNote}>新闻、研究、百科与周边由页眉使用，名称固定，也不能并入其他栏目。</p>
        </Panel>
        <Panel title="标签" span={6} isFlush actions={add('tag')}>
          <input
            type="search"
            className={styles.search}
            aria-label="按名称查找标签"
            placeholder="按名称查找"
            maxLength={20}
            value={tags.keyword}
            onChange={({ target }) => tags.find(target.value)}
          />
          <TopicList
            kind="tag"
            topics={tags.records}
            empty={tags.keyword === '' ? '还没有标签，点“添加”建立第一个' : '没有这样的标签，换个词再找'}
            onMove={(topic, before) => void move('tag', topic, before)}
            onRename={(topic) => setOpen({ what: 'rename', kind: 'tag', topic })}
            onMerge={(topic) => setOpen({ what: 'merge', kind: 'tag', topic })}
          />
          {tags.hasMore && (
            <Button variant="quiet" onClick={() => tags.more()}>
              加载更多
            </Button>
          )}
        </Panel>
      </Columns>
      {categories.merged.length > 0 && (
        <Panel title="已合并" note="旧地址自动通向新的" className={styles.merged}>
          <ul>
            {categories.merged.map(({ kind, name, into, time }) => (
              <li key={`${kind} ${name} ${time}`}>
                {kind === 'category' ? '栏目' : '标签'}“{name}” → “{into ?? '已不存在'}”{' '}
                <small>{time.slice(0, 10)}</small>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {open && open.what !== 'merge' && (
        <TopicNameDialog
          kind={open.kind}
          topic={open.what === 'rename' ? open.topic : null}
          onClose={() => setOpen(null)}
          onDone={() => refresh(open.kind)}
        />
      )}
      {open?.what === 'merge' && (
        <MergeDialog
          kind={open.kind}
          topic={open.topic}
          targets={open.kind === 'category' ? categories.records : tags.records}
          onClose={() => setOpen(null)}
          onDone={() => {
            refresh(open.kind)
            // The list of merged topics comes with the categories.
            void revalidate()
          }}
        />
      )}
    </>
  )
}
